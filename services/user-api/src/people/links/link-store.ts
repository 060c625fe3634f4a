import type { Account, Membership } from '../../accounts/account.ts';
import type { Factor } from '../../accounts/factor.ts';
import type { LogEntry } from '../../request-log/request-log.ts';
import type { Retirement } from '../../sessions/end-sessions.ts';
import type { SignedInBrowser } from '../../sessions/session-store.ts';
import type { Link, Sending } from '../mail/link.ts';
import type { Mail } from '../mail/mail.ts';
import type { Invitation } from '../orgs/invitation.ts';

/** The open invitation that a link leads to, as its person is shown it. */
interface InvitationOfLink {
  readonly id: string;
  readonly org: { readonly id: string; readonly slug: string; readonly name: string };
  readonly role: Membership['role'];
  /** The address is null where it is not verified. */
  readonly invitedBy: { readonly name: string; readonly email: string | null };
}

export interface OpenLink extends Link {
  readonly invitation: InvitationOfLink | null;
}

/** The rows of the log are without the account, and the last one is also without the org: the act fills them in. */
export interface SignUpAct extends SignedInBrowser {
  readonly link: Link;
  /** As it is made; of an invited account the id stays. */
  readonly owner: Account;
  /** For the membership of an invitation. */
  readonly memberId: string;
  readonly rows: { readonly signUp: LogEntry; readonly signIn: LogEntry; readonly join: LogEntry };
}

export interface ResetAct extends SignedInBrowser {
  readonly link: Link;
  /** As it was when the new password was judged. */
  readonly account: Account;
  readonly passwordHash: string;
  /** The code that was presented, which the act spends. */
  readonly factor: Factor | undefined;
  readonly rows: { readonly change: LogEntry; readonly signIn: LogEntry };
  /** Ends the passkeys: the row of the log that says so, where there are any. */
  readonly endsPasskeys: LogEntry | undefined;
}

/** That an address was put back, and that passkeys ended by it, where there were any. */
export interface RestoreRows {
  readonly row: LogEntry;
  readonly endsPasskeys: LogEntry;
}

/** An account that an operator makes for its person. */
export interface InviteAct {
  readonly account: Account;
  readonly invitation: Invitation | undefined;
  readonly sending: Sending;
  readonly rows: readonly LogEntry[];
}

/** What an account asks for: another address, which its link confirms. */
export interface ChangeRequest extends Sending {
  /** As its person has proved to have it. */
  readonly account: Account;
  readonly link: Link;
  readonly mail: Mail;
  readonly row: LogEntry;
}

/** The confirmed address takes the place of the account's, by its link. */
export interface ChangeAct {
  readonly link: Link;
  readonly account: Account;
  /** What the old address gets, where it was verified: the link that puts it back. */
  readonly sending: Sending;
  readonly row: LogEntry;
}

/** What is left of a change of an account's address; see the member email_change of /account/me/view. */
export interface ChangeState {
  readonly state: 'waiting' | 'changed';
  readonly email: string;
  readonly until: Date;
}

/** An account as it is after an act, and what the act has retired, or only ended. */
export interface ActedOn extends Retirement {
  readonly account: Account;
}

/**
 * Links that their persons follow. Of many callers with a link one spends it, in the act that it is for. Source:
 * contract part 2 "Links".
 */
export interface LinkStore {
  /** A link that is open at `now`. The invitation that it leads to is open too. */
  find(id: string, now: Date): Promise<OpenLink | undefined>;
  /** The newest open link of the invitation of an account that an operator made. */
  findInvitation(userId: string, now: Date): Promise<OpenLink | undefined>;
  /** Ends the links that were mailed before this one, for the same purpose, address and account. */
  endOlder(link: Link, now: Date): Promise<void>;
  /**
   * Writes what a request asks for: always one mail, by the same statements; answers whether it is sent. The newest link of
   * a purpose, address and account stays the newest for 2 minutes; then, and where the same mail was written within 2
   * minutes, the mail is of kind none. An older link stays open, as its person may be using it.
   */
  request(sending: { readonly link: Link | null; readonly mail: Mail }): Promise<boolean>;
  /**
   * Spends a link of a sign-up or an invitation: its address gets an account, verified and active, which is the invited
   * one where there is one; an account that nobody has verified is retired; the invitation is accepted. Throws
   * not_found, and already_exists where a verified account has the address.
   */
  signUp(act: SignUpAct): Promise<ActedOn>;
  /**
   * Stores an invited account, its invitation to an org, and what is sent; an account of the address that nobody has
   * verified is retired. Throws already_exists.
   */
  invite(act: InviteAct): Promise<Retirement>;
  /**
   * Spends a link of a reset: the password is new, every session ends and every token is void. Throws not_found,
   * invalid_credentials where the code was used meanwhile, state_conflict where the account has changed.
   */
  reset(act: ResetAct): Promise<ActedOn>;
  /**
   * Writes what a change of the address asks for, as `request` does; answers whether a mail is sent. Undefined where the
   * account has changed, or the address was changed and can still be put back.
   */
  requestChange(request: ChangeRequest): Promise<{ readonly isMailed: boolean } | undefined>;
  /**
   * Spends a link that confirms another address for the account: the address is the account's and verified, an account
   * that nobody has verified is retired, and the old address gets its link. Sessions stay. Throws not_found,
   * already_exists where somebody else has proved the address.
   */
  changeAddress(change: ChangeAct): Promise<Retirement>;
  /**
   * Spends the link of an address that an account had: it is the account's again, the password, the passkeys and every session end.
   * Answers the account's sessions that ended, and what was retired. Throws not_found, already_exists.
   */
  restoreAddress(link: Link, rows: RestoreRows): Promise<Retirement & { readonly own: readonly string[] }>;
  /** What is left of a change of the account's address. */
  findChange(userId: string, now: Date): Promise<ChangeState | undefined>;
  /**
   * Spends a link that confirms the address of this account; false where it is not open, or not for this account. True
   * where the account has confirmed it before.
   */
  confirm(id: string, userId: string, row: LogEntry): Promise<boolean>;
}
