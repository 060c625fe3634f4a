import type { AccessTokenClaims } from '@latchkey/tokens';
import type { Client } from '../client/client.ts';
import type { Origin } from '../sign-on/password-check.ts';

/** An account's standing now. */
export interface Standing {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly kind: 'user' | 'admin' | 'root';
  readonly isActive: boolean;
  /** Slugs of the orgs with an active membership. */
  readonly groups: readonly string[];
  /** Access tokens issued before do not count. Milliseconds since the epoch. */
  readonly tokensValidAfterMs: number;
  /** The refresh family that goes on all the same: the one with which the void was made. */
  readonly keptFamilyId?: string;
}

/** What an access token says that user-api's records are held against; `iat` in seconds. */
type SessionClaims = Pick<AccessTokenClaims, 'sid' | 'sub' | 'token_use' | 'iat' | 'org'>;

/** An app token that user-api has issued and keeps. */
export interface IssuedCredential {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
  readonly scope: string;
}

/** A live sign-on session. */
export interface RootSession {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly amr: readonly string[];
  /** Seconds since the epoch. */
  readonly authTime: number;
}

/**
 * What sso asks user-api on its internal routes. Every call rejects with temporarily_unavailable while user-api is out
 * of reach. Source: contract part 0 "Service-to-service calls".
 */
export interface UserApi {
  /** Undefined when unknown; kept at most 5 s. */
  findClient(clientId: string, traceparent: string): Promise<Client | undefined>;
  /** Undefined when unknown; active ones kept at most 5 s, unless what is asked for is the standing of now. */
  findStanding(userId: string, traceparent: string, of?: 'now'): Promise<Standing | undefined>;
  /** Undefined when the session is not live; never kept. */
  viewRootSession(token: string, traceparent: string): Promise<RootSession | undefined>;
  revokeRootSession(token: string, origin: Origin): Promise<boolean>;
  /** Issues an app token behind a relay; undefined when user-api does not let the client have one. */
  issueCredential(relay: string, traceparent: string): Promise<IssuedCredential | undefined>;
  /** Whether the session, or for an app the issue, behind an access token is live; never kept. */
  isSessionLive(claims: SessionClaims, traceparent: string): Promise<boolean>;
}
