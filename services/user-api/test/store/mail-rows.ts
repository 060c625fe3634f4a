import type { Link } from '../../src/people/mail/link.ts';
import type { Mail } from '../../src/people/mail/mail.ts';
import { insertRows, type Database } from '../../src/store/database.ts';

/** Stores mails, and a link first where one is given; the mails hold it then. */
export async function insertMail(database: Database, mail: Mail, link?: Link): Promise<Mail> {
  if (link !== undefined) await database.prisma.link.create({ data: link });
  const whole = { ...mail, linkId: link?.id ?? null };
  await database.execute(insertRows('mails', [whole]));
  return whole;
}
