import { startSentinels } from '../../e2e/process/redis-groups.ts';
import { createTeardown } from '../../infra/local/teardown.ts';
import { openPlace } from './open-place.ts';
import { play } from './play.ts';

const teardown = createTeardown();
afterAll(() => teardown.run());

test('Sentinels promote the replica of a dead master: 503 until then', async () => {
  const redis = await startSentinels(teardown);
  const environmentOf = () => ({ REDIS_SENTINELS: redis.addresses });
  const place = await openPlace({ redisUrl: redis.url, environmentOf }, teardown);
  const row = await play(place, {
    name: 'Sentinel, the master dies',
    async disturb() {
      await redis.master.kill();
      await redis.isPromoted();
      await redis.master.startAgain();
    },
  });
  expect(row).toMatchObject({ lost: [], twice: [], odd: [] });
  expect(Object.keys(row.failed).filter((status) => status !== '503')).toEqual([]);
});
