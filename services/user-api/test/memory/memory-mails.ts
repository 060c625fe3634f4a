import { slicePage } from '@latchkey/pagination';
import type { Link } from '../../src/link/link.ts';
import type { ListedMail, MailStore } from '../../src/mail/mail-store.ts';
import type { LogEntry } from '../../src/request-log/request-log.ts';

/** A mail, and the link in it with its end. */
interface Stored extends ListedMail {
  readonly link?: Pick<Link, 'expiresAt'> & { readonly endedAt: Date | null };
}

export interface MemoryMails extends MailStore {
  add(mail: Stored): void;
  remove(id: string): void;
}

/** What operators do with mails, in memory. */
export function createMemoryMails(log: (row: LogEntry) => void): MemoryMails {
  const mails = new Map<string, Stored>();
  return {
    add: (mail) => void mails.set(mail.id, mail),
    remove: (id) => void mails.delete(id),
    search(filters, plan) {
      const rows = [...mails.values()].filter((mail) =>
        Object.entries(filters).every(
          ([field, value]) => value === undefined || mail[field as keyof typeof filters] === value,
        ),
      );
      const keyOf = ({ createdAt, id }: ListedMail) => ({ createdAtMs: createdAt.getTime(), id });
      return Promise.resolve(slicePage<ListedMail>(rows, plan, keyOf));
    },
    find: (id) => Promise.resolve(mails.get(id.toLowerCase())),
    sendAgain(id, row) {
      const mail = mails.get(id);
      const isOpen =
        mail?.link === undefined || (mail.link.endedAt === null && mail.link.expiresAt > row.createdAt);
      if (mail === undefined || !isOpen || mail.kind === 'none' || !['sent', 'dead'].includes(mail.status))
        return Promise.resolve(false);
      mails.set(id, {
        ...mail,
        status: 'waiting',
        attempts: 0,
        dueAt: row.createdAt,
        problem: null,
        endedAt: null,
      });
      log(row);
      return Promise.resolve(true);
    },
  };
}
