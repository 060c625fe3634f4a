import { randomBytes } from 'node:crypto';
import type { Link } from '../../src/people/mail/link.ts';
import { startMs } from './signer.ts';

/** A link that sets a new password, open at the start of the tests' clock, unless said otherwise. */
export function makeLink(parts: Partial<Link> = {}): Link {
  return {
    id: randomBytes(32).toString('base64url'),
    purpose: 'reset',
    email: 'ada@example.test',
    userId: null,
    invitationId: null,
    createdAt: new Date(startMs),
    expiresAt: new Date(startMs + 1_800_000),
    ...parts,
  };
}
