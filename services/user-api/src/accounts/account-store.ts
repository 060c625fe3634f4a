import { ApiError, isUuid, type InferOutput, type userApiCalls } from '@latchkey/contracts';
import type { PagePlan, PageSlice } from '@latchkey/pagination';
import { errors } from '../errors.ts';
import type { LogEntry } from '../request-log/request-log.ts';
import type { AccountFilters, ListedAccount } from './account-list.ts';
import { findMembership, type Account, type AccountStanding, type Membership } from './account.ts';
import type { Factor } from './factor.ts';
import type { Outcome } from './outcome.ts';
import type { Voiding } from './voiding.ts';

interface PasswordChange extends Voiding {
  readonly hash: string;
  /** For a password that somebody else chose; see {@link Account.firstPasswordUntil}. */
  readonly firstUntil?: Date;
  /**
   * Precondition: the account is still active, and the password is still the one that was checked. These two values say
   * so, as one of them changes with every password; the hash is not compared, as a sign-in may have replaced it by a
   * new hash of the same password.
   */
  readonly over?: Pick<Account, 'tokensValidAfter' | 'firstPasswordUntil'>;
  /** Ends the passkeys too: the row of the log that says so, where there are any. */
  readonly endsPasskeys?: LogEntry | undefined;
}

/** A password that is set in the act that opens a session, in place of the one with `oldHash`. */
export interface NewPassword {
  readonly hash: string;
  readonly oldHash: string;
  readonly row: LogEntry;
}

/** A new hash of the password whose outdated hash a sign-in has verified. */
export interface RefreshedHash {
  readonly hash: string;
  readonly oldHash: string;
}

interface StatusChange extends Voiding {
  readonly status: 'active' | 'disabled';
}

interface KindChange extends Voiding {
  readonly kind: Account['kind'];
}

/** A pending secret whose first code was right. */
interface ConfirmedTotp {
  readonly sealed: string;
  /** The time step of that code, which is consumed. */
  readonly step: number;
  readonly recoveryHashes: readonly string[];
}

/** The sealed secrets of an account; its hash where that has one in it. */
export type SealedSecrets = Pick<Account, 'id' | 'totpSecret' | 'totpPending' | 'passwordHash'>;

/** How a person names an account; both must name the same one. */
export interface AccountNames {
  readonly email?: string | undefined;
  readonly userId?: string | undefined;
}

export interface AccountStore {
  findById(userId: string): Promise<Account | undefined>;
  /** The account that is named, and whether its person's client is closed, as of ClientStore.isClosed; in one statement. */
  findNamed(
    clientId: string,
    names: AccountNames,
  ): Promise<{ readonly isClosed: boolean; readonly account: Account | undefined }>;
  /** Of the accounts that exist, in any order. */
  findStandings(userIds: readonly string[]): Promise<AccountStanding[]>;
  /** Whose standing has changed `since` what an earlier answer named; 0 for who has none. */
  findChanges(since: string): Promise<InferOutput<typeof userApiCalls.findChanges.output>>;
  findByEmail(email: string): Promise<Account | undefined>;
  /**
   * Stores a new account with its log row, whose time is that of the account. False when the email is taken: only the
   * row `taken` is written then, if there is one.
   */
  create(account: Account, row: LogEntry, taken?: LogEntry): Promise<boolean>;
  /**
   * Stores the account of the person who proves an address that an unverified account has, as one act: that account is
   * retired, and its sessions, one-time code, known devices, memberships and credentials end; its clients are archived
   * without a secret and without connections to others. An invited account is not retired: it becomes the person's, under
   * its id. Answers the id, and the sessions that ended; keeps the outcome, if there is one. Undefined, and nothing
   * changes, where the account of the address is verified or of an operator.
   */
  takeOver(
    owner: Account,
    row: LogEntry,
    outcome?: Outcome,
  ): Promise<{ readonly userId: string; readonly ended: readonly string[] } | undefined>;
  /** Active memberships of active orgs, oldest first. */
  listMemberships(userId: string): Promise<Membership[]>;
  /**
   * Whether an act could spend this: a time step that is newer than every one before, or a recovery code of the account
   * that was not used.
   */
  isFactorFree(userId: string, factor: Factor): Promise<boolean>;
  /** Replaces `oldHash` by the same one, whose secret is sealed by another key, unless the password has changed. */
  replacePasswordHash(userId: string, oldHash: string, newHash: string): Promise<void>;
  /** Sets a password and voids in one transaction. Answers the sessions that ended; undefined when nothing changed. */
  setPassword(userId: string, change: PasswordChange): Promise<string[] | undefined>;
  /**
   * Notes that somebody vouches for the address, with the log row; false when somebody has already, or the account is
   * deleted.
   */
  verifyEmail(userId: string, row: LogEntry): Promise<boolean>;
  /** Stores a secret that must be confirmed; false unless one-time codes are on, or off, as `isOn` says. */
  beginTotp(userId: string, sealed: string, isOn: boolean): Promise<boolean>;
  /** Puts the pending secret in force, with its recovery codes, and writes the log row; false when another one is pending. */
  confirmTotp(userId: string, confirmed: ConfirmedTotp, row: LogEntry): Promise<boolean>;
  /** Replaces a sealed secret, in force or pending, by the same secret sealed again; false when it has changed. */
  resealTotp(userId: string, sealed: string, sealedAnew: string): Promise<boolean>;
  /** Accounts after an id that have a secret, with their secrets. By id. */
  listSealed(afterId: string, limit: number): Promise<SealedSecrets[]>;
  /** Removes every secret and recovery code, and writes the log row; false when no secret was in force. */
  removeTotp(userId: string, row: LogEntry): Promise<boolean>;
  /** Stores recovery codes in place of all others, with the log row; false unless `sealed` is the secret in force. */
  replaceRecoveryCodes(
    userId: string,
    sealed: string,
    hashes: readonly string[],
    row: LogEntry,
  ): Promise<boolean>;
  countRecoveryCodes(userId: string): Promise<number>;
  /**
   * Lets devices be approved for an account, or not, and writes the log row; false when it is not active, or its sign-ins
   * were voided since it was `seen`.
   */
  setDeviceSignIn(
    seen: Pick<Account, 'id' | 'tokensValidAfter'>,
    deviceSignIn: boolean,
    row: LogEntry,
  ): Promise<boolean>;
  /**
   * Moves an account between active and disabled, as setPassword does; undefined when it is not in the other state, or is
   * the last active root.
   */
  setStatus(userId: string, change: StatusChange): Promise<string[] | undefined>;
  /**
   * Gives an active account another kind, as setPassword does; undefined when it has that kind, is not active, or is the
   * last active root.
   */
  setKind(userId: string, change: KindChange): Promise<string[] | undefined>;
  search(filters: AccountFilters, plan: PagePlan): Promise<PageSlice<ListedAccount>>;
}

/** The account of an id from outside; undefined for a text that is no id. */
export async function findAccount(
  accounts: Pick<AccountStore, 'findById'>,
  userId: string,
): Promise<Account | undefined> {
  return isUuid(userId) ? accounts.findById(userId) : undefined;
}

/** The membership of an account in the org that `org`, a slug or an id, names. Throws invalid_credentials without one. */
export async function findMember(
  accounts: Pick<AccountStore, 'listMemberships'>,
  { id }: Pick<Account, 'id'>,
  org: string,
): Promise<Membership> {
  const membership = findMembership(await accounts.listMemberships(id), org);
  if (membership === undefined)
    throw new ApiError(errors.credentialsInvalid, { detail: 'no member of the org' });
  return membership;
}
