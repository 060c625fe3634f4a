import type { Mail } from '../../src/people/mail/mail.ts';
import { startMs } from './signer.ts';

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
