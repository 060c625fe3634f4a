import type { Link } from '../../src/link/link.ts';
import type { Mail } from '../../src/mail/mail.ts';
import type { Database } from '../../src/store/database.ts';
import { insertMails } from '../../src/store/mail-rows.ts';
import { startMs } from '../setup/signer.ts';

/** A mail that is due at the start of the tests' clock. */
export function makeMail(parts: Partial<Mail> = {}): Mail {
  const now = new Date(startMs);
  return {
    id: crypto.randomUUID(),
    kind: 'already_account',
    recipient: 'ada@example.test',
    userId: null,
    linkId: null,
    locale: 'en',
    facts: { ip: '198.51.100.7', userAgent: 'curl/8.5.0' },
    status: 'waiting',
    dueAt: now,
    createdAt: now,
    ...parts,
  };
}

/** Stores mails, and a link first where one is given; the mails hold it then. */
export async function insertMail(database: Database, mail: Mail, link?: Link): Promise<Mail> {
  if (link !== undefined) await database.prisma.link.create({ data: link });
  const whole = { ...mail, linkId: link?.id ?? null };
  await database.execute(insertMails([whole]));
  return whole;
}
