import type { Budget } from '@latchkey/attempts';
import { userApiCalls, type Contract, type InferFields, type SentFields } from '@latchkey/contracts';
import { ApiError } from '@latchkey/errors';
import type { ServiceClient } from '@latchkey/service-client';
import type { AccessTokenClaims } from '@latchkey/tokens';
import type { Client, ClientAuthMethod } from '../client/client.ts';
import { createClientLookUp } from './client-look-up.ts';
import { createRecent } from './recent.ts';

/** Where a person's request comes from, for user-api's throttling and request log. */
export interface Origin {
  readonly ip: string;
  readonly userAgent: string;
  readonly traceparent: string;
}

/** Whether an account may hold tokens at this moment, and since when. */
export interface Standing {
  readonly userId: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly name: string;
  readonly kind: 'user' | 'admin' | 'root';
  readonly isActive: boolean;
  /** Slugs of the orgs in which the account is an active member. */
  readonly groups: readonly string[];
  /**
   * Grows with every change that voids what was given before; 0 for none. It is compared with the value of another
   * moment and never with a time of sso, as the clocks of the two may differ.
   */
  readonly tokensValidAfterMs: number;
  /** The refresh family that the void does not end: the family with which the change was made. */
  readonly keptFamilyId?: string;
  /** Access tokens of that family issued before this time, by sso's clock, do not count. */
  readonly keptValidAfterMs?: number;
}

/** The claims by which user-api finds the session behind an access token; `iat` in seconds. */
type SessionClaims = Pick<AccessTokenClaims, 'sid' | 'sub' | 'token_use' | 'iat' | 'org'>;

/** An app token that user-api has issued and recorded. */
export interface IssuedCredential {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
  readonly scope: string;
}

/** A live root session: the browser session at user-api. */
export interface RootSession {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly amr: readonly string[];
  /** Seconds since the epoch. */
  readonly authTime: number;
  /** As of {@link Standing}, when the session was opened; an older user-api does not tell. */
  readonly tokensValidAfterMs?: number;
}

/**
 * What sso asks user-api. Every call rejects with upstream_unavailable when user-api cannot be reached or gives an
 * unexpected answer. Source: contract part 0 "Service-to-service calls".
 */
export interface UserApi {
  /**
   * Undefined when unknown. Answers are cached for up to 5 s. Throws temporarily_unavailable when the network has asked for
   * too many unknown clients.
   */
  findClient(clientId: string, traceparent: string, network: string): Promise<Client | undefined>;
  /** As findClient, but never cached. */
  findPresentClient(clientId: string, traceparent: string): Promise<Client | undefined>;
  /** Undefined when unknown. Never cached. */
  findStanding(userId: string, traceparent: string): Promise<Standing | undefined>;
  /** As findStanding, but active standings are cached for up to 5 s. */
  findRecentStanding(userId: string, traceparent: string): Promise<Standing | undefined>;
  /** Undefined when the session is not live. Never cached. */
  viewRootSession(token: string, traceparent: string): Promise<RootSession | undefined>;
  /** True for the caller that ended the session. */
  revokeRootSession(token: string, origin: Origin): Promise<boolean>;
  /** Issues an app token for a relay. Undefined when user-api does not allow it for the client. */
  issueCredential(relay: string, traceparent: string): Promise<IssuedCredential | undefined>;
  /** Whether the session behind an access token is live; for an app token, whether its credential is. Never cached. */
  isSessionLive(claims: SessionClaims, traceparent: string): Promise<boolean>;
  /** Ends the session behind an access token of that client; for an app token, its credential. */
  endSession(
    claims: Pick<AccessTokenClaims, 'sid' | 'client_id' | 'token_use'>,
    origin: Origin,
  ): Promise<void>;
}

/** How long an answer may be used again. Source: contract part 1 "Device authorization". */
const keptMs = 5_000;

interface UserApiParts {
  readonly now: () => number;
  readonly newId: () => string;
  /** Unknown client ids for each network. */
  readonly budget: Budget;
}

/** The client of user-api. The answer not_found becomes undefined; any other refusal is upstream_unavailable. */
export function createUserApi(call: ServiceClient, parts: UserApiParts): UserApi {
  const { now } = parts;
  const ask = createAsk(call);
  const clients = createClientLookUp({ keptMs, ...parts });
  const standings = createRecent<Standing | undefined>({
    keptMs,
    now,
    isKept: (standing) => standing?.isActive === true,
  });
  const findClient: UserApi['findPresentClient'] = async (clientId, traceparent) => {
    const found = await ask(userApiCalls.findClient, { client_id: clientId }, traceparent);
    return found && readClient(found);
  };
  const findStanding: UserApi['findStanding'] = async (userId, traceparent) => {
    const found = await ask(userApiCalls.findStanding, { user_id: userId }, traceparent);
    return found && readStanding(found);
  };
  return {
    findClient: (clientId, traceparent, network) =>
      clients(clientId, network, () => findClient(clientId, traceparent)),
    findPresentClient: findClient,
    findStanding,
    findRecentStanding: (userId, traceparent) => standings(userId, () => findStanding(userId, traceparent)),
    async viewRootSession(token, traceparent) {
      const found = await ask(userApiCalls.viewRootSession, { token }, traceparent);
      if (found === undefined) return undefined;
      const { id, user, amr, auth_time: authTime, tokens_valid_after: validAfter } = found;
      const seen = validAfter === undefined ? {} : { tokensValidAfterMs: toMs(validAfter) };
      return { id, userId: user.id, email: user.email, amr, authTime, ...seen };
    },
    async revokeRootSession(token, { ip, userAgent, traceparent }) {
      const body = { token, ip, user_agent: userAgent };
      return (await ask(userApiCalls.revokeRootSession, body, traceparent))?.revoked === true;
    },
    async issueCredential(relay, traceparent) {
      const issued = await ask(userApiCalls.issueCredential, { relay }, traceparent, 'forbidden');
      if (issued === undefined) return undefined;
      return { accessToken: issued.access_token, expiresInSeconds: issued.expires_in, scope: issued.scope };
    },
    async isSessionLive({ sid, sub, token_use, iat, org }, traceparent) {
      const body = { sid, sub, token_use, iat, org };
      return (await ask(userApiCalls.viewSession, body, traceparent))?.active === true;
    },
    async endSession({ sid, client_id, token_use }, { ip, userAgent, traceparent }) {
      const body = { sid, client_id, token_use, ip, user_agent: userAgent };
      await ask(userApiCalls.endSession, body, traceparent);
    },
  };
}

/** Asks user-api. Undefined for the one refusal that is an answer; any other is a fault between the services. */
function createAsk(call: ServiceClient) {
  return async <Called extends Contract>(
    to: Called,
    body: SentFields<Called['input']>,
    traceparent: string,
    answering = 'not_found',
  ): Promise<InferFields<Called['output']> | undefined> => {
    const answer = await call({ to, body, traceparent });
    if (answer.ok) return answer.data;
    if (answer.code === answering) return undefined;
    throw new ApiError(
      { code: 'upstream_unavailable', message: 'user-api is not available' },
      { cause: new Error(`user-api refused ${to.path}: ${answer.code}`) },
    );
  };
}

const authMethods: ReadonlyMap<string, ClientAuthMethod> = new Map([
  ['client_secret_post', 'client_secret_post'],
  ['client_secret_basic', 'client_secret_basic'],
  ['basic', 'client_secret_basic'],
  ['none', 'none'],
]);

/** A client whose authentication method sso does not know counts as not active. */
function readClient(found: InferFields<typeof userApiCalls.findClient.output>): Client {
  const authMethod = authMethods.get(found.token_endpoint_auth_method);
  const { device_code_ttl_seconds: ttl, poll_interval_seconds: interval } = found;
  return {
    clientId: found.client_id,
    name: found.name,
    isActive: found.status === 'active' && !found.archived && authMethod !== undefined,
    grantTypes: found.grant_types,
    scopes: found.scopes,
    defaultScopes: found.default_scopes,
    audiences: found.audiences,
    defaultAudiences: found.default_audiences,
    authMethod: authMethod ?? 'none',
    secretHashes: found.secret_hashes,
    ...(ttl === null ? {} : { deviceCodeTtlSeconds: ttl }),
    ...(interval === null ? {} : { pollIntervalSeconds: interval }),
  };
}

function readStanding(found: InferFields<typeof userApiCalls.findStanding.output>): Standing {
  const { kept_family_id: keptFamilyId, kept_valid_after: keptValidAfter } = found;
  return {
    userId: found.user_id,
    email: found.email,
    isEmailVerified: found.email_verified,
    name: found.name,
    kind: found.kind,
    isActive: found.active,
    groups: found.groups,
    tokensValidAfterMs: toMs(found.tokens_valid_after),
    ...(keptFamilyId === null ? {} : { keptFamilyId }),
    ...(keptValidAfter ? { keptValidAfterMs: Date.parse(keptValidAfter) } : {}),
  };
}

function toMs(time: string | null): number {
  return time === null ? 0 : Date.parse(time);
}
