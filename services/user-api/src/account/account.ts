import type { PagePlan, PageSlice } from '@latchkey/pagination';
import { isIssuedBefore } from '@latchkey/tokens';
import type { LogEntry } from '../request-log/request-log.ts';
import type { AccountFilters, ListedAccount } from './account-list.ts';

/** A user's record as sign-in sees it. Source: contract part 2 "Words". */
export interface Account {
  readonly id: string;
  /** Case-folded. */
  readonly email: string;
  /** When somebody vouched for the address; null when nobody has. */
  readonly emailVerifiedAt: Date | null;
  /** Made by a signup whose address nobody vouched for. */
  readonly signedUpUnverified: boolean;
  readonly name: string;
  readonly kind: 'user' | 'admin' | 'root';
  readonly status: 'active' | 'disabled' | 'deleted';
  /** argon2id PHC; null when the account has no password. */
  readonly passwordHash: string | null;
  /** Whether the hash is of the password's NFKC form; an older hash is of the password as it was typed. */
  readonly passwordNfkc: boolean;
  /** Somebody else chose the password: it opens a session only together with a new one. */
  readonly mustChangePassword: boolean;
  /** Sealed; null when the account needs no one-time code. */
  readonly totpSecret: string | null;
  /** Sealed; a secret that is not confirmed yet. */
  readonly totpPending: string | null;
  /**
   * Grows with every change that voids what was given before: what was given under an older value is void, unless the
   * change kept it.
   */
  readonly tokensValidAfter: Date | null;
  /** The refresh family that made the last password change; it stays alive. */
  readonly keptFamilyId: string | null;
  /** What the last change kept has void tokens too: those issued before this time, by the clock that issues them. */
  readonly keptValidAfter: Date | null;
}

/** A change that voids the tokens issued before it, and ends all sessions but the kept ones. */
export interface Voiding {
  /** For a change that keeps a sign-in: by the clock that issues tokens. */
  readonly validAfter: Date;
  readonly kept: KeptSignIn;
  /** The row of the request log; its time is the time of the change. */
  readonly row: LogEntry;
}

/** A new password, and what the change voids. */
interface PasswordChange extends Voiding {
  readonly hash: string;
  /** Whether the password must be changed at the next sign-in, as somebody else chose it. */
  readonly mustChange?: boolean;
  /**
   * Precondition: the account is still active, and the password is still the one that was checked. These two values say
   * so, as one of them changes with every password; the hash need not, as a sign-in may have made it anew.
   */
  readonly over?: Pick<Account, 'tokensValidAfter' | 'mustChangePassword'>;
}

/** A password that is set in the act that opens a session, in place of the one with `oldHash`. */
export interface NewPassword {
  readonly hash: string;
  readonly oldHash: string;
  /** The row of the request log. */
  readonly row: LogEntry;
}

/** A new status, and what the change voids. */
interface StatusChange extends Voiding {
  readonly status: 'active' | 'disabled';
}

/** An account that its owner has taken over, and the ids of the sessions that ended. */
interface TakenOver {
  readonly userId: string;
  readonly ended: readonly string[];
}

/** What decides whether an account may hold tokens, and what tokens say about it. */
export interface AccountStanding extends Pick<
  Account,
  | 'id'
  | 'email'
  | 'emailVerifiedAt'
  | 'name'
  | 'kind'
  | 'status'
  | 'tokensValidAfter'
  | 'keptFamilyId'
  | 'keptValidAfter'
> {
  /** Slugs of its {@link AccountStore.listMemberships}. */
  readonly groups: readonly string[];
}

/** The sealed secrets of an account. */
export type SealedSecrets = Pick<Account, 'id' | 'totpSecret' | 'totpPending'>;

/** An org that an account belongs to. */
export interface Membership {
  readonly orgId: string;
  readonly orgSlug: string;
  readonly role: 'owner' | 'admin' | 'member';
}

export interface AccountStore {
  findById(userId: string): Promise<Account | undefined>;
  /** Of the accounts that exist, in any order. */
  findStandings(userIds: readonly string[]): Promise<AccountStanding[]>;
  findByEmail(email: string): Promise<Account | undefined>;
  /**
   * Stores a new account with its log row, whose time is that of the account. False when the email is taken: only the
   * row `taken` is written then, if there is one.
   */
  create(account: Account, row: LogEntry, taken?: LogEntry): Promise<boolean>;
  /**
   * Gives the account that an unverified signup made to the person who proves its address, as one act: name and
   * password are replaced, the address is verified; sessions, one-time code, known devices, memberships and credentials
   * end, and its clients are archived without a secret and without connections to others. Undefined, and nothing
   * changes, for every account that is verified, of an operator, not active, or older than the mark of such signups.
   */
  takeOver(owner: Account, row: LogEntry): Promise<TakenOver | undefined>;
  /** Active memberships of active orgs, oldest first. */
  listMemberships(userId: string): Promise<Membership[]>;
  /** Whether {@link AccountStore.spendTotpStep} would consume this step. */
  isTotpStepFree(userId: string, step: number): Promise<boolean>;
  /** Consumes a time step. False unless it is newer than every step consumed before. One conditional write. */
  spendTotpStep(userId: string, step: number): Promise<boolean>;
  /** Replaces `oldHash` by a newer hash of the same password, of its NFKC form, unless the password has changed. */
  replacePasswordHash(userId: string, oldHash: string, newHash: string): Promise<void>;
  /** Sets a password and voids in one transaction. Answers the sessions that ended; undefined when nothing changed. */
  setPassword(userId: string, change: PasswordChange): Promise<string[] | undefined>;
  /**
   * Notes that somebody vouches for the address, with the log row; false when somebody has already, or the account is
   * deleted.
   */
  verifyEmail(userId: string, row: LogEntry): Promise<boolean>;
  /** Stores a secret that must be confirmed; false while another one is in force. */
  beginTotp(userId: string, sealed: string): Promise<boolean>;
  /** Puts the pending secret in force, consumes `step` and writes the log row; false when another secret is pending. */
  confirmTotp(userId: string, sealed: string, step: number, row: LogEntry): Promise<boolean>;
  /** Replaces a sealed secret, in force or pending, by the same secret sealed anew; false when it has changed. */
  resealTotp(userId: string, sealed: string, sealedAnew: string): Promise<boolean>;
  /** Accounts after an id that have a secret which no key `kid` has sealed, with their secrets. By id. */
  listSealedBefore(kid: string, afterId: string, limit: number): Promise<SealedSecrets[]>;
  /** Removes every secret and writes the log row; false when none was in force. */
  removeTotp(userId: string, row: LogEntry): Promise<boolean>;
  /** Moves an account between active and disabled, as setPassword does; undefined when it is not in the other state. */
  setStatus(userId: string, change: StatusChange): Promise<string[] | undefined>;
  search(filters: AccountFilters, plan: PagePlan): Promise<PageSlice<ListedAccount>>;
}

/** The spelling that emails are stored and compared in. */
export function foldEmail(email: string): string {
  return email.trim().toLowerCase().normalize('NFC');
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text from outside has the form of an id. The database fails on any other text. */
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

/** Whether an account may see what others own. */
export function isOperator({ kind }: Pick<Account, 'kind'>): boolean {
  return kind === 'admin' || kind === 'root';
}

/** The sign-in that stays alive while the others end. */
export interface KeptSignIn {
  readonly sessionIds: readonly string[];
  readonly familyId: string | null;
}

/** No sign-in stays alive. */
export const keepNone: KeptSignIn = { sessionIds: [], familyId: null };

/**
 * Whether a token was issued before its account voided its tokens; `iat` in seconds. A session or refresh family of
 * after the change has no older tokens. One that the change kept has, and only there two times are compared: both are
 * of the clock that issues tokens. A live session is one that the change kept. That a family is live may be seconds old.
 */
export function isTokenVoid(
  {
    tokensValidAfter,
    keptFamilyId,
    keptValidAfter,
  }: Pick<Account, 'tokensValidAfter' | 'keptFamilyId' | 'keptValidAfter'>,
  { id, kind, tokensValidAfter: seen }: TokenBase,
  { iat }: { readonly iat: number },
): boolean {
  if (tokensValidAfter === null || seen?.getTime() === tokensValidAfter.getTime()) return false;
  if (kind === 'device' && seen !== undefined && id !== keptFamilyId) return true;
  return isIssuedBefore({ iat }, (keptValidAfter ?? tokensValidAfter).getTime());
}

/** The session or refresh family of a token; a family of an older version lacks tokensValidAfter. */
interface TokenBase {
  readonly id: string;
  readonly kind: 'root' | 'client' | 'device';
  readonly tokensValidAfter?: Date | null;
}

/** A name that people are shown: it has something to read in it, and nothing that turns or breaks its line. */
export const nameField = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  allowed: 'one line with a letter or digit in it, without signs that change the direction of text',
  pattern:
    '^(?=.*[\\p{L}\\p{N}])[^\\p{Cc}\\p{Zl}\\p{Zp}\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]+$',
} as const;

const nameForm = new RegExp(nameField.pattern, 'u');

export function isName(text: string): boolean {
  return text.length <= nameField.maxLength && nameForm.test(text);
}
