import { randomBytes } from 'node:crypto';
import { parseKeyList } from '@latchkey/secrets';
import { sealOwnerOf, type Subscription } from '../../src/people/signals/subscription.ts';
import { createTextSealer } from '../../src/signing-in/totp/text-sealer.ts';
import { insertRows, type Database } from '../../src/store/database.ts';
import { startMs } from './signer.ts';

const keys = parseKeyList(`test:${Buffer.alloc(32, 7).toString('base64url')}`);
export const sealer = createTextSealer({ keys, randomBytes });
export const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
export const oldSecret = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;

/** A subscription that is on since the start of the tests' clock. */
export function makeSubscription(changes: Partial<Subscription> = {}): Subscription {
  const { id = crypto.randomUUID() } = changes;
  const now = new Date(startMs);
  return {
    id,
    url: 'https://hooks.example.test/latchkey',
    types: ['user.login'],
    status: 'on',
    secret: sealer.seal(secret, sealOwnerOf(id)),
    oldSecret: null,
    oldSecretUntil: null,
    createdBy: '00000000-0000-4000-8000-000000000001',
    problem: null,
    failingSince: null,
    createdAt: now,
    updatedAt: now,
    ...changes,
  };
}

export async function insertSubscription(
  { execute }: Database,
  changes: Partial<Subscription> = {},
): Promise<Subscription> {
  const made = makeSubscription(changes);
  await execute(insertRows('subscriptions', [made]));
  return made;
}
