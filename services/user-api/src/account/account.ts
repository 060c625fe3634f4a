import { isIssuedBefore } from '@latchkey/tokens';
import type { LogEntry } from '../request-log/request-log.ts';

/** A person who can sign in. Source: contract part 2 "Words". */
export interface Account {
  readonly id: string;
  /** Case-folded. */
  readonly email: string;
  readonly name: string;
  readonly kind: 'user' | 'admin' | 'root';
  readonly status: 'active' | 'disabled' | 'deleted';
  /** argon2id PHC; null where nobody can sign in by password. */
  readonly passwordHash: string | null;
  /** Sealed; null where no one-time code is asked. */
  readonly totpSecret: string | null;
  /** Sealed; a secret that waits for its confirmation. */
  readonly totpPending: string | null;
  /** Tokens issued before are void. */
  readonly tokensValidAfter: Date | null;
  /** The refresh family that the last password change was made with: it goes on all the same. */
  readonly keptFamilyId: string | null;
}

/** What voids all that an account has been given: tokens issued before, and all sessions but those that are kept. */
export interface Voiding {
  readonly validAfter: Date;
  readonly kept: KeptSignIn;
  /** The row of the request log, whose time is that of the change. */
  readonly row: LogEntry;
}

/** A new password and what it voids. */
interface PasswordChange extends Voiding {
  readonly hash: string;
  /** The account as its owner's change has found it: it is active, and nothing of this has changed. */
  readonly over?: Pick<Account, 'passwordHash' | 'tokensValidAfter'>;
}

/** Another status and what it voids. */
interface StatusChange extends Voiding {
  readonly status: 'active' | 'disabled';
}

/** An organisation that a person speaks for. */
export interface Membership {
  readonly orgId: string;
  readonly orgSlug: string;
  readonly role: 'owner' | 'admin' | 'member';
}

export interface AccountStore {
  findById(userId: string): Promise<Account | undefined>;
  findByEmail(email: string): Promise<Account | undefined>;
  /** Stores a new account, a member of an org where one is named, or nothing when the email is taken. */
  create(account: Account, at: Date, member?: { id: string; orgId: string }): Promise<boolean>;
  /** Active memberships of active orgs, oldest first. */
  listMemberships(userId: string): Promise<Membership[]>;
  /** Takes a time step that is newer than every one taken before; false when it is not. One conditional write. */
  spendTotpStep(userId: string, step: number): Promise<boolean>;
  /** Puts a hash of raised cost in the place of `oldHash`, unless the password has changed meanwhile. */
  replacePasswordHash(userId: string, oldHash: string, newHash: string): Promise<void>;
  /** Sets a password with all that it voids, or nothing of it. Answers the sessions that ended; undefined for nothing. */
  setPassword(userId: string, change: PasswordChange): Promise<string[] | undefined>;
  /** Keeps a secret for its confirmation; false while another one is in force. */
  beginTotp(userId: string, sealed: string): Promise<boolean>;
  /** Puts the waiting secret in force, its first step spent; false when it is not the one that waits. */
  confirmTotp(userId: string, sealed: string, step: number): Promise<boolean>;
  /** Removes every secret; false when none was in force. */
  removeTotp(userId: string): Promise<boolean>;
  /** Moves an account between active and disabled in the same way; undefined when it is not in the other state. */
  setStatus(userId: string, change: StatusChange): Promise<string[] | undefined>;
}

/** The spelling that emails are stored and compared in. */
export function foldEmail(email: string): string {
  return email.trim().toLowerCase().normalize('NFC');
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a value from outside can be an id at all; the database would refuse any other text as a fault. */
export function isUuid(text: string): boolean {
  return uuidForm.test(text);
}

/** The account of an id from outside; undefined for a text that is no id. */
export async function findAccount(
  accounts: Pick<AccountStore, 'findById'>,
  userId: string,
): Promise<Account | undefined> {
  return isUuid(userId) ? accounts.findById(userId) : undefined;
}

/** The membership that `org`, a slug or an id, names. */
export function findMembership(memberships: readonly Membership[], org: string): Membership | undefined {
  return memberships.find(({ orgId, orgSlug }) => orgSlug === org || orgId === org.toLowerCase());
}

/** Whether a person may see what others own. */
export function isOperator({ kind }: Pick<Account, 'kind'>): boolean {
  return kind === 'admin' || kind === 'root';
}

/** A sign-in that stays while the others end. */
export interface KeptSignIn {
  readonly sessionIds: readonly string[];
  readonly familyId: string | null;
}

/** Nothing stays. */
export const noSignIn: KeptSignIn = { sessionIds: [], familyId: null };

/**
 * Whether a token was issued before its account voided its tokens; `iat` in seconds. A session that was opened since
 * has no token of before, though it might look so by iat, which is of the clock of sso.
 */
export function isTokenVoid(
  { tokensValidAfter }: Pick<Account, 'tokensValidAfter'>,
  session: { readonly tokensValidAfter?: Date | null },
  { iat }: { readonly iat: number },
): boolean {
  if (tokensValidAfter === null || session.tokensValidAfter?.getTime() === tokensValidAfter.getTime())
    return false;
  return isIssuedBefore({ iat }, tokensValidAfter.getTime());
}

/** A name that people are shown: it has something to read in it, and nothing that turns or breaks its line. */
export const nameField = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  pattern:
    '^(?=.*[\\p{L}\\p{N}])[^\\p{Cc}\\p{Zl}\\p{Zp}\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]+$',
} as const;
