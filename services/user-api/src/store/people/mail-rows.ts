import type { Mail } from '../../people/mail/mail.ts';
import { insertFrom, Prisma } from '../database.ts';

/** The beginning of the statement that writes mails, in the transaction of the act that causes them. */
export function insertMails(mails: readonly Mail[]): Prisma.Sql {
  const [first = {}] = mails;
  return insertFrom('mails', Object.keys(first), mails);
}
