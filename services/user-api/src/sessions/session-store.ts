import type { PagePlan, PageSlice } from '@latchkey/pagination';
import type { NewPassword, RefreshedHash } from '../accounts/account-store.ts';
import type { Account } from '../accounts/account.ts';
import type { Factor } from '../accounts/factor.ts';
import type { Outcome } from '../accounts/outcome.ts';
import type { PasskeyUse } from '../accounts/passkey.ts';
import type { LogEntry, PersonScope } from '../request-log/request-log.ts';
import type { ListedSession, SessionFilters } from './session-list.ts';
import type { Session } from './session.ts';

/** A session to store. A root has the hash of its opaque token. */
export interface NewSession extends Session {
  readonly tokenHash: string | null;
}

/** The browser of a person who has followed a link, which the act signs in. */
export interface SignedInBrowser {
  /** The account and what it has voided are filled in by the act. */
  readonly session: NewSession;
  readonly deviceHash: string | undefined;
}

/** What new sessions depend on, as it was read. */
export interface Opening {
  readonly account: Pick<Account, 'id' | 'tokensValidAfter'>;
  /** The org that a member's sessions speak for. */
  readonly orgId: string | null;
  /** The session that an exchange starts from. A sign-in has none; it updates the account's last_login_at. */
  readonly sourceId?: string;
  /** The device of a sign-in. Storing the sessions makes it a known device of the account. */
  readonly deviceHash?: string | undefined;
  /**
   * The code or the passkey that was presented. Storing the sessions spends it: it opens sessions once. What a passkey
   * spends is the challenge that `outcome` names.
   */
  readonly factor?: Factor | PasskeyUse | undefined;
  /** Replaces the password that must be changed; the sessions are opened only if it still has the old hash. */
  readonly newPassword?: NewPassword | undefined;
  /** Replaces the hash that was verified, unless another one has been stored since. */
  readonly refreshedHash?: RefreshedHash | undefined;
  /** The row of the request log; its time is the time of the opening. */
  readonly row: LogEntry;
  /** What is kept of the opening for the same request. */
  readonly outcome?: Outcome | undefined;
  /**
   * What the operation of `outcome` has opened before, which ends then. The sessions are opened only if the operation has
   * opened nothing since.
   */
  readonly madeBefore?: readonly string[] | undefined;
  /** One more, where the opening gives an operator's power. */
  readonly adminRow?: LogEntry | undefined;
  readonly room?: Room | undefined;
}

/** How many live sessions an account may have. */
export interface Room {
  readonly most: number;
  /** Written where sessions end for it. */
  readonly row: LogEntry;
}

export interface SessionStore {
  /**
   * Stores sessions and their log row if the account is active and has voided nothing since, the membership is active
   * and the source session has not ended; otherwise stores nothing and answers false. A concurrent change of these
   * either prevents the sessions or ends them. Where the account then has more live sessions than there is room for, as
   * many of the longest unused end, what hangs on them too; openings at the same time may leave a few more, which the
   * next one ends.
   */
  start(sessions: readonly NewSession[], opening: Opening): Promise<boolean>;
  /**
   * A session, and whether it is live: not revoked, not idle too long, before its end, its root not revoked, its client
   * neither archived nor inactive.
   */
  find(sessionId: string, now: Date): Promise<{ session: Session; isLive: boolean } | undefined>;
  findLive(sessionId: string, now: Date): Promise<Session | undefined>;
  findLiveRoot(tokenHash: string, now: Date): Promise<Session | undefined>;
  /** Records that the person of a live session has shown the password again: its auth_time. */
  confirm(sessionId: string, now: Date): Promise<void>;
  /** Records a use, at most once a minute. */
  touch(sessionId: string, now: Date): Promise<void>;
  /**
   * Ends a session, its children and what was exchanged from them, and writes the log row, whose time is their end, if
   * there were any. Answers the ids that this call ended.
   */
  revoke(sessionId: string, row: LogEntry): Promise<string[]>;
  /** Whose session it is, and the org that it speaks for; undefined when it is revoked or unknown. */
  findOwner(sessionId: string): Promise<Pick<Session, 'userId' | 'orgId'> | undefined>;
  /**
   * Ends the sessions of a user but the kept ones, with an org those that speak for it, and writes the log row, also
   * when there were none. Answers the ids that ended.
   */
  revokeAll(
    userId: string,
    row: LogEntry,
    which?: { readonly kept?: readonly string[]; readonly orgId?: string | undefined },
  ): Promise<string[]>;
  /** The sessions of `scope`, with their status at `now`. */
  search(
    scope: PersonScope,
    filters: SessionFilters,
    page: { readonly plan: PagePlan; readonly now: Date },
  ): Promise<PageSlice<ListedSession>>;
}
