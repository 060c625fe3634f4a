import { randomBytes } from 'node:crypto';
import { parseKeyList } from '@latchkey/secrets';
import { resealSignals } from '../../src/people/signals/reseal-signals.ts';
import { sealOwnerOf } from '../../src/people/signals/subscription.ts';
import { createTextSealer } from '../../src/signing-in/totp/text-sealer.ts';
import { createSubscriptionStore } from '../../src/store/people/subscription-store.ts';
import { insertSubscription, oldSecret, sealer, secret } from '../setup/make-subscription.ts';
import { database } from '../setup/test-database.ts';

const keyOf = (kid: string, fill: number) => `${kid}:${Buffer.alloc(32, fill).toString('base64url')}`;
const newest = keyOf('new', 9);
const create = (keys: string) => createTextSealer({ keys: parseKeyList(keys), randomBytes });

test('each secret is sealed with the first key, once; what no key opens is named and stays', async () => {
  const id = crypto.randomUUID();
  const old = { oldSecret: sealer.seal(oldSecret, sealOwnerOf(id)), oldSecretUntil: new Date() };
  await insertSubscription(database, { id, ...old });
  const lost = await insertSubscription(database, { secret: 'lost.AAAA' });
  const unreadable: string[] = [];
  const onUnreadable = (subscriptionId: string) => void unreadable.push(subscriptionId);
  const subscriptions = createSubscriptionStore(database);
  const both = create(`${newest},${keyOf('test', 7)}`);
  const reseal = () => resealSignals({ secrets: both, subscriptions, onUnreadable });
  expect([await reseal(), await reseal(), unreadable]).toEqual([2, 0, [lost.id, lost.id]]);
  const found = await subscriptions.find(id);
  const alone = create(newest);
  expect(alone.open(found?.secret ?? '', sealOwnerOf(id))).toBe(secret);
  expect(alone.open(found?.oldSecret ?? '', sealOwnerOf(id))).toBe(oldSecret);
  expect((await subscriptions.find(lost.id))?.secret).toBe('lost.AAAA');
});
