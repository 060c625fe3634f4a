import type { PagePlan, PageSlice } from '@latchkey/pagination';
import type { LogEntry } from '../../request-log/request-log.ts';
import { mailKinds, type Mail } from './mail.ts';

export const mailStatuses = ['waiting', 'sent', 'dropped', 'dead'] as const satisfies Mail['status'][];

/** The kinds of what is in the outbox: a signal is sent to a receiver, and all others to a mailbox. */
export const outboxKinds = [...mailKinds, 'signal'] as const;

/** A mail, or a signal, as operators see it: neither its link nor what it says. */
export interface ListedMail extends Pick<
  Mail,
  'id' | 'recipient' | 'userId' | 'status' | 'dueAt' | 'createdAt'
> {
  readonly kind: (typeof outboxKinds)[number];
  /** To whom a signal is sent; its recipient is empty. */
  readonly subscriptionId: string | null;
  /** The event of the request log that a notice or a signal is about. */
  readonly event: string | null;
  readonly attempts: number;
  readonly problem: string | null;
  readonly endedAt: Date | null;
}

export interface MailFilters {
  readonly id?: string | undefined;
  readonly status?: Mail['status'] | undefined;
  readonly kind?: ListedMail['kind'] | undefined;
  readonly subscriptionId?: string | undefined;
  readonly recipient?: string | undefined;
  readonly userId?: string | undefined;
}

export interface MailStore {
  search(filters: MailFilters, plan: PagePlan): Promise<PageSlice<ListedMail>>;
  find(id: string): Promise<Pick<Mail, 'id' | 'userId'> | undefined>;
  /**
   * Lets a mail that was sent or is dead be sent once more, as if it was new, and writes the log row. False while its link
   * is not open, for every other mail, and for one of kind none.
   */
  sendAgain(id: string, row: LogEntry): Promise<boolean>;
}
