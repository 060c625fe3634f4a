import { randomBytes } from 'node:crypto';
import { useTestRedis } from '@latchkey/testing';
import { createRelayStore } from '../../src/store/relay-store.ts';

const redis = useTestRedis();

describe('relay store', () => {
  const createStore = () => createRelayStore(redis());
  const handle = () => randomBytes(32).toString('hex');

  test('gives nothing for an unknown handle', async () => {
    expect(await createStore().consume(handle())).toBeUndefined();
  });

  test('gives a payload once, however many ask', async () => {
    const store = createStore();
    const name = handle();
    await store.store(name, 'jws', 120);
    const taken = await Promise.all(Array.from({ length: 50 }, () => store.consume(name)));
    expect(taken.filter((jws) => jws !== undefined)).toEqual(['jws']);
  });
});

test('a relay in Redis ends by itself', async () => {
  await createRelayStore(redis()).store('abc', 'jws', 120);
  const ttl = await redis().ttl('sso:relay:abc');
  expect(ttl).toBeGreaterThan(100);
  expect(ttl).toBeLessThanOrEqual(120);
});
