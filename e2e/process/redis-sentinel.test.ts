import { createRedisClient, createRedisProbe, isDependencyLost } from '@latchkey/database';
import { waitUntil } from '../../infra/local/ports.ts';
import { createTeardown } from '../../infra/local/teardown.ts';
import { startSentinels } from './redis-groups.ts';

const teardown = createTeardown();
afterAll(() => teardown.run());

test('while the master of Sentinels is dead, commands fail as a lost dependency; then they reach its replica', async () => {
  const { master, replica, url, addresses } = await startSentinels(teardown);
  // One Sentinel does not answer.
  const sentinels = `127.0.0.1:1,${addresses}`;
  const redis = createRedisClient(url, { isCluster: false, sentinels, onError: () => undefined });
  teardown.add(() => redis.disconnect());
  const probe = createRedisProbe(redis, { key: 'ready', acts: ['set 1', 'get'] });
  await redis.set('before', 'value');

  await master.kill();
  const failures: unknown[] = [];
  const isServed = () =>
    redis.set('after', 'value').then(
      () => true,
      (failure: unknown) => failures.push(failure) < 0,
    );
  await waitUntil(isServed, () => new Error('The client does not find the new master.'));
  expect(failures.length).toBeGreaterThan(0);
  expect(failures.filter((failure) => !isDependencyLost(failure))).toEqual([]);
  await probe();
  expect(await replica.redis.get('after')).toBe('value');
});
