import type { Budget } from '@latchkey/attempts';
import { userApiCalls, withoutSlash, type InferFields, type InferOutput } from '@latchkey/contracts';
import type { ServiceClient } from '@latchkey/contracts/service-client';
import type { AccessTokenClaims } from '@latchkey/tokens';
import type { Api } from '../oauth/client/api.ts';
import type { Client } from '../oauth/client/client.ts';
import { createAskUserApi } from './ask-user-api.ts';
import { createClientLookUp } from './client-look-up.ts';
import { createHolders } from './holders.ts';
import { createRecent } from './recent.ts';
import type { Standing } from './standing.ts';
import { createStandings } from './standings.ts';

/** Where a person's request comes from, for user-api's throttling and request log. */
export interface Origin {
  readonly ip: string;
  readonly userAgent: string;
  readonly traceparent: string;
}

/** The claims by which user-api finds the session behind an access token; `iat` in seconds. */
type SessionClaims = Pick<AccessTokenClaims, 'sid' | 'sub' | 'token_use' | 'iat' | 'org' | 'client_id'>;

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
  /** As it is now. */
  readonly kind: AccessTokenClaims['pk'];
  /** Whether the account has one-time codes. */
  readonly hasCodes: boolean;
  readonly amr: readonly string[];
  /** Seconds since the epoch. */
  readonly authTime: number;
  /** As of {@link Standing}, when the session was opened. */
  readonly tokensValidAfterMs: number;
  /** Whether devices may be approved for the account, now. */
  readonly deviceSignIn: boolean;
}

/**
 * What sso asks user-api. Every call rejects with upstream_unavailable when user-api cannot be reached or gives an
 * unexpected answer. Source: contract part 0 "Service-to-service calls".
 */
export interface UserApi {
  /**
   * Undefined when unknown. Answers are cached for up to 5 s. Throws temporarily_unavailable when the network of a caller,
   * who chose the id, has asked for too many unknown clients. The id of a token's client has no network.
   */
  findClient(clientId: string, traceparent: string, network?: string): Promise<Client | undefined>;
  /** Those of these audiences that are registered as APIs. Answers are cached for up to 5 s. */
  findApis(audiences: readonly string[], traceparent: string): Promise<Api[]>;
  /** Undefined when unknown. Never cached. */
  findStanding(userId: string, traceparent: string): Promise<Standing | undefined>;
  /** As findStanding, but an active one may be up to 5 s old. */
  findRecentStanding(userId: string, traceparent: string): Promise<Standing | undefined>;
  /** Asks whose standing has changed. While this is done each second, standings are kept until they change. */
  followStandings(): Promise<void>;
  /** Undefined when the session is not live. Never cached. */
  viewRootSession(token: string, traceparent: string): Promise<RootSession | undefined>;
  /** True for the caller that ended the session. `replaced`: by a newer sign-in, not by the person. */
  revokeRootSession(token: string, origin: Origin, replaced?: 'replaced'): Promise<boolean>;
  /** Issues an app token for a relay. Undefined when user-api does not allow it for the client. */
  issueCredential(relay: string, traceparent: string): Promise<IssuedCredential | undefined>;
  /** Whether the session behind an access token is live; for an app token, whether its credential is. Never cached. */
  isSessionLive(claims: SessionClaims, traceparent: string): Promise<boolean>;
  /** Puts events into the request log, each once however often it is sent. */
  logEvents(events: InferFields<typeof userApiCalls.logEvents.input>['events']): Promise<void>;
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
  readonly monotonicMs: () => number;
  readonly newId: () => string;
  readonly budget: Budget;
}

/** The client of user-api. The answer not_found becomes undefined; any other refusal is upstream_unavailable. */
export function createUserApi(call: ServiceClient, parts: UserApiParts): UserApi {
  const { now, monotonicMs } = parts;
  const ask = createAskUserApi(call);
  const clients = createClientLookUp({ keptMs, ...parts });
  const { findApi, findClient, findStanding } = createHolders(ask);
  const apis = createRecent<Api | undefined>({ keptMs, now });
  const standings = createStandings({
    now,
    monotonicMs,
    find: findStanding,
    findChanges: (since) => ask(userApiCalls.findChanges, { since }, undefined),
  });
  return {
    findClient: (clientId, traceparent, network) =>
      clients(clientId, network, () => findClient(clientId, traceparent)),
    async findApis(audiences, traceparent) {
      const names = [...new Set(audiences.map(withoutSlash))];
      const found = await Promise.all(names.map((name) => apis(name, () => findApi(name, traceparent))));
      return found.filter((api) => api !== undefined);
    },
    findStanding,
    findRecentStanding: standings.findRecent,
    followStandings: standings.follow,
    async viewRootSession(token, traceparent) {
      const found = await ask(userApiCalls.viewRootSession, { token }, traceparent);
      return found && readRootSession(found);
    },
    async revokeRootSession(token, { ip, userAgent, traceparent }, replaced) {
      const body = { token, ip, user_agent: userAgent, ...(replaced && { replaced: true }) };
      return (await ask(userApiCalls.revokeRootSession, body, traceparent))?.revoked === true;
    },
    async issueCredential(relay, traceparent) {
      const issued = await ask(userApiCalls.issueCredential, { relay }, traceparent, 'forbidden');
      if (issued === undefined) return undefined;
      return { accessToken: issued.access_token, expiresInSeconds: issued.expires_in, scope: issued.scope };
    },
    async isSessionLive({ sid, sub, token_use, iat, org, client_id }, traceparent) {
      const body = { sid, sub, token_use, iat, org, client_id };
      return (await ask(userApiCalls.viewSession, body, traceparent))?.active === true;
    },
    async logEvents(events) {
      await ask(userApiCalls.logEvents, { events }, undefined);
    },
    async endSession({ sid, client_id, token_use }, { ip, userAgent, traceparent }) {
      const body = { sid, client_id, token_use, ip, user_agent: userAgent };
      await ask(userApiCalls.endSession, body, traceparent);
    },
  };
}

function readRootSession({
  id,
  user,
  amr,
  ...found
}: InferOutput<typeof userApiCalls.viewRootSession.output>): RootSession {
  return {
    id,
    userId: user.id,
    email: user.email,
    kind: user.kind,
    hasCodes: found.mfa,
    amr,
    authTime: found.auth_time,
    tokensValidAfterMs: toMs(found.tokens_valid_after),
    deviceSignIn: found.device_sign_in,
  };
}

function toMs(time: string | null): number {
  return time === null ? 0 : Date.parse(time);
}
