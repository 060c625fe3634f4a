import type { AccessTokenClaims } from '@latchkey/tokens';
import type { Account, Membership } from '../accounts/account.ts';

/** A root session (the first-party sign-in of a browser or device), or a child of one for a single client. */
export interface Session {
  readonly id: string;
  readonly kind: 'root' | 'client';
  readonly rootId: string | null;
  /** The session that it was exchanged from. It ends with that session, however it is ended. */
  readonly sourceId: string | null;
  readonly userId: string;
  readonly orgId: string | null;
  readonly clientId: string;
  readonly amr: readonly string[];
  readonly authTime: Date;
  /** Thumbprint of the DPoP key that the session is bound to. */
  readonly jkt: string | null;
  /** Hash of the fingerprint that the session is bound to. */
  readonly fingerprint: string | null;
  readonly ip: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  /** The absolute end. A child ends no later than its root. */
  readonly expiresAt: Date;
  /**
   * The account's tokens_valid_after when this session was opened. If the account's value is newer now, a password
   * change kept this session alive.
   */
  readonly tokensValidAfter: Date | null;
}

export const rootIdleSeconds = 24 * 3600;
/** No session lives longer: lists depend on it. It must not be lowered while sessions with a longer life are alive. */
export const rootLifeSeconds = 30 * 24 * 3600;
export const childIdleSeconds = 14 * 24 * 3600;
/** Writing every use would make a read a write; a minute is exact enough for the ends above. */
export const touchIntervalSeconds = 60;

/** Whether SessionStore.touch would record a use now. */
export function isTouchDue({ lastSeenAt }: Pick<Session, 'lastSeenAt'>, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() > touchIntervalSeconds * 1000;
}

/** What a sign-in knows of its session before it is opened. */
export type SessionFacts = Omit<
  Session,
  'id' | 'kind' | 'rootId' | 'sourceId' | 'createdAt' | 'lastSeenAt' | 'expiresAt'
>;

/** When a session ends if it is not used. */
export function idleEndOf({
  kind,
  lastSeenAt,
  expiresAt,
}: Pick<Session, 'kind' | 'lastSeenAt' | 'expiresAt'>): Date {
  const idleSeconds = kind === 'root' ? rootIdleSeconds : childIdleSeconds;
  return new Date(Math.min(lastSeenAt.getTime() + idleSeconds * 1000, expiresAt.getTime()));
}

/**
 * Refresh families and app tokens that were ended here: sso's word for them, which is kept for some seconds, is not
 * believed any more.
 */
export interface Tombstones {
  add(id: string): Promise<void>;
  has(id: string): Promise<boolean>;
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

/** The session or refresh family behind a token. A time that is not known is null. */
export interface SessionView {
  readonly id: string;
  /** `device` for a refresh family, which sso keeps. */
  readonly kind: 'root' | 'client' | 'device';
  readonly rootId: string | null;
  readonly createdAt: Date | null;
  readonly lastSeenAt: Date | null;
  readonly expiresAt: Date | null;
  /** As of {@link Session}; 1970 for a refresh family of an account that had none. */
  readonly tokensValidAfter: Date | null;
}

/** A person whose token, session and account were checked for this request. */
export interface Caller {
  readonly claims: AccessTokenClaims;
  readonly account: Account;
  /** For a member token, the org that it speaks for and the current role. */
  readonly member: Membership | null;
  /** The active memberships that it speaks for: for a member token that one, else all of the account. */
  readonly memberships: readonly Membership[];
  readonly session: SessionView;
}

/** Who shows a password or a code in a sign-in of theirs, and which client asks for it. */
export type SignedInPerson = Pick<Caller, 'account' | 'member' | 'session'> & {
  readonly claims: Pick<AccessTokenClaims, 'client_id'>;
};
