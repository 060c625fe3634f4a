import type { RelayClaims } from '@latchkey/tokens';
import type { Account, Membership } from '../account/account.ts';
import type { LogEntry } from '../request-log/request-log.ts';
import type { SessionFacts } from '../session/create-session.ts';

/** Who has signed in, and all that a session of theirs is made of. */
export interface SignedIn {
  readonly account: Account;
  readonly member: Membership | null;
  readonly payload: RelayClaims;
  readonly facts: SessionFacts;
  /** The row of the request log that they are stored with. */
  readonly row: LogEntry;
}
