import { ApiError } from '@latchkey/contracts';
import type { Account } from '../../accounts/account.ts';
import type { Factor } from '../../accounts/factor.ts';
import { errors } from '../../errors.ts';
import type { LogEntry } from '../../request-log/request-log.ts';

interface ProfileChange {
  readonly name?: string | undefined;
  readonly locale?: string | undefined;
}

/** Why an account cannot be deleted: it is the last active owner of an org, or the last active root. */
export type DeletionHold = { readonly org: string } | { readonly kind: 'root' };

interface Deletion {
  /** As its person has proved to have it: nothing may have voided its sign-ins since. */
  readonly account: Account;
  /** The code that was shown, which the act spends; undefined for an account without one-time codes. */
  readonly factor: Factor | undefined;
  readonly row: LogEntry;
}

export interface OwnAccountStore {
  /** Changes the profile, and writes the log row; false when the account is not active. One conditional write. */
  update(userId: string, change: ProfileChange, row: LogEntry): Promise<boolean>;
  findHold(userId: string): Promise<DeletionHold | undefined>;
  /**
   * Deletes an account with all that hangs on it and writes the log row, as one act. Its row keeps its id, which nobody
   * gets again, and gives its address free. Answers the ids of the sessions that ended. Throws state_conflict when the
   * account has changed, and by its hold, which is found while no other owner and no other root can go.
   */
  delete(deletion: Deletion): Promise<readonly string[]>;
}

/** Throws state_conflict, which names what stands in the way. */
export function assertNoHold(hold: DeletionHold | undefined): void {
  if (hold === undefined) return;
  if ('kind' in hold) throw new ApiError(errors.lastRoot, { about: hold });
  const { code, message } = errors.lastOwner;
  throw new ApiError({ code, message: `${message}: ${hold.org}` }, { about: hold });
}
