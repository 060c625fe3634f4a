import { createHash } from 'node:crypto';
import type { AccessTokenClaims } from '@latchkey/tokens';
import type { Account, Membership } from '../account/account.ts';
import type { LogEntry } from '../request-log/request-log.ts';

/** A root session (first-party sign-on of a browser or device) or a child of one for a single client. */
export interface Session {
  readonly id: string;
  readonly kind: 'root' | 'client';
  readonly rootId: string | null;
  readonly userId: string;
  readonly orgId: string | null;
  readonly clientId: string;
  readonly amr: readonly string[];
  readonly authTime: Date;
  /** Thumbprint of the DPoP key that it is bound to. */
  readonly jkt: string | null;
  /** Hash of the fingerprint that it is bound to. */
  readonly fingerprint: string | null;
  readonly ip: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  /** The absolute end; a child's is no later than its root's. */
  readonly expiresAt: Date;
  /** That of its account when it was opened; another one since tells that it was kept by a change. */
  readonly tokensValidAfter: Date | null;
}

/** A session to be stored; a root brings the hash of its opaque token. */
export interface NewSession extends Session {
  readonly tokenHash: string | null;
}

/** What new sessions rest on, as it was when their opening was decided. */
export interface Opening {
  readonly account: Pick<Account, 'id' | 'tokensValidAfter'>;
  /** Of the member that they speak for. */
  readonly orgId: string | null;
  /** The session that they come from; none for a sign-in, which is noted at the account. */
  readonly sourceId?: string;
  /** The row of the request log, whose time is that of the opening. */
  readonly row: LogEntry;
}

export interface SessionStore {
  /**
   * Stores sessions with their row, if the account is active and has voided nothing since, the membership stands and
   * the source has not ended; else nothing, and answers false. A change of account or membership that is being made at
   * the same time either keeps them out or ends them, and so does the end of a root or of all sessions.
   */
  start(sessions: readonly NewSession[], opening: Opening): Promise<boolean>;
  /** A session, and whether it is live: not revoked, not idle too long, before its end, its root not revoked. */
  find(sessionId: string, now: Date): Promise<{ session: Session; isLive: boolean } | undefined>;
  findLive(sessionId: string, now: Date): Promise<Session | undefined>;
  findLiveRoot(tokenHash: string, now: Date): Promise<Session | undefined>;
  /** Notes use, at most once a minute. */
  touch(sessionId: string, now: Date): Promise<void>;
  /** Ends a session and its children; answers the ids that this call ended. */
  revoke(sessionId: string, now: Date): Promise<string[]>;
  /** Whose a session is that has not been revoked; undefined when there is none such. */
  findOwner(sessionId: string): Promise<string | undefined>;
  /** Ends all sessions of a user but those of `kept`. Answers the ids it ended. */
  revokeAll(userId: string, now: Date, kept?: readonly string[]): Promise<string[]>;
}

export const rootIdleSeconds = 24 * 3600;
export const rootLifeSeconds = 30 * 24 * 3600;
export const childIdleSeconds = 14 * 24 * 3600;
/** Writing every use would make a read a write; a minute is exact enough for the ends above. */
export const touchIntervalSeconds = 60;

/** What a sign-in has found out about who is there. */
export type SessionFacts = Omit<Session, 'id' | 'kind' | 'rootId' | 'createdAt' | 'lastSeenAt' | 'expiresAt'>;

/** When a child ends if it is not used: what a caller is told. */
export function idleEndOf(session: Pick<Session, 'lastSeenAt' | 'expiresAt'>): Date {
  const idleEnd = session.lastSeenAt.getTime() + childIdleSeconds * 1000;
  return new Date(Math.min(idleEnd, session.expiresAt.getTime()));
}

/** Sessions that have ended, so that their tokens are refused before the database is asked. */
export interface Tombstones {
  add(sessionIds: readonly string[]): Promise<void>;
  has(sessionId: string): Promise<boolean>;
}

/** Longer than any access token lives. */
export const tombstoneSeconds = 3600;

const prefix = 'rs_';
const form = /^rs_[A-Za-z0-9_-]{43}$/;

/** A new opaque token of a root session: 256 random bits. */
export function createRootToken(randomBytes: (size: number) => Uint8Array): string {
  return prefix + Buffer.from(randomBytes(32)).toString('base64url');
}

export function isRootToken(token: string): boolean {
  return form.test(token);
}

/** What is stored of it: hex SHA-256. */
export function hashRootToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** When the thing that a token stands on began, was last used, and ends; what is not known is null. */
export interface SessionView {
  readonly id: string;
  /** `device` for a refresh family of a device authorization, which sso keeps. */
  readonly kind: 'root' | 'client' | 'device';
  readonly rootId: string | null;
  readonly createdAt: Date | null;
  readonly lastSeenAt: Date | null;
  readonly expiresAt: Date | null;
  /** Of a session of this service: that of its account when it was opened. */
  readonly tokensValidAfter?: Date | null;
}

/** A person whose token, session and standing were all found good just now. */
export interface Caller {
  readonly claims: AccessTokenClaims;
  readonly account: Account;
  /** For a member token, the org that it speaks for, with the role of today. */
  readonly member: Membership | null;
  readonly session: SessionView;
}
