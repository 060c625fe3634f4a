import { ApiError } from '@latchkey/errors';
import type { ServiceClient } from '@latchkey/service-client';
import type { AccessTokenClaims } from '@latchkey/tokens';
import type { Client } from '../client/client.ts';
import { readClient, readIssued, readRootSession, readStanding } from './read-answers.ts';
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
  readonly name: string;
  readonly kind: 'user' | 'admin' | 'root';
  readonly isActive: boolean;
  /** Slugs of the orgs in which the account is an active member. */
  readonly groups: readonly string[];
  /** Access tokens issued before this time do not count. Milliseconds since the epoch. */
  readonly tokensValidAfterMs: number;
  /** The refresh family that the void does not end: the family with which the change was made. */
  readonly keptFamilyId?: string;
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
}

/**
 * What sso asks user-api. Every call rejects with upstream_unavailable when user-api cannot be reached or gives an
 * unexpected answer. Source: contract part 0 "Service-to-service calls".
 */
export interface UserApi {
  /** Undefined when unknown. Answers are cached for up to 5 s. */
  findClient(clientId: string, traceparent: string): Promise<Client | undefined>;
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
}

/** How long an answer may be used again. Source: contract part 1 "Device authorization". */
const keptMs = 5_000;

/** The client of user-api. The answer not_found becomes undefined; any other refusal is upstream_unavailable. */
export function createUserApi(call: ServiceClient, now: () => number): UserApi {
  async function ask(name: string, body: Record<string, string | number>, traceparent: string) {
    const answer = await call({ path: `/internal/v1/${name}`, body, traceparent });
    if (answer.ok) return answer.data;
    if (answer.code === 'not_found') return undefined;
    throw unavailable(name, answer.code);
  }
  const clients = createRecent<Client | undefined>({ keptMs, now, isKept: () => true });
  const standings = createRecent<Standing | undefined>({
    keptMs,
    now,
    isKept: (standing) => standing?.isActive === true,
  });
  const findStanding: UserApi['findStanding'] = async (userId, traceparent) =>
    readStanding(await ask('accounts/standing', { user_id: userId }, traceparent));
  return {
    findClient: (clientId, traceparent) =>
      clients(clientId, async () =>
        readClient(await ask('clients/find', { client_id: clientId }, traceparent)),
      ),
    findStanding,
    findRecentStanding: (userId, traceparent) => standings(userId, () => findStanding(userId, traceparent)),
    viewRootSession: async (token, traceparent) =>
      readRootSession(await ask('root-sessions/view', { token }, traceparent)),
    async revokeRootSession(token, { ip, userAgent, traceparent }) {
      const body = { token, ip, user_agent: userAgent };
      return (await ask('root-sessions/revoke', body, traceparent))?.['revoked'] === true;
    },
    async issueCredential(relay, traceparent) {
      const answer = await call({ path: '/oauth/client_credentials/issue', body: { relay }, traceparent });
      if (answer.ok) return readIssued(answer.data);
      if (answer.code === 'forbidden') return undefined;
      throw unavailable('client_credentials/issue', answer.code);
    },
    async isSessionLive({ sid, sub, token_use, iat, org }, traceparent) {
      const body = { sid, sub, token_use, iat, ...(org === undefined ? {} : { org }) };
      return (await ask('sessions/view', body, traceparent))?.['active'] === true;
    },
  };
}

function unavailable(name: string, code: string): ApiError {
  return new ApiError(
    { code: 'upstream_unavailable', message: 'user-api is not available' },
    { cause: new Error(`user-api refused ${name}: ${code}`) },
  );
}
