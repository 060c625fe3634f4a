import { moveSlots, startCluster } from '../../e2e/process/redis-groups.ts';
import { waitUntil } from '../../infra/local/ports.ts';
import { isReady } from '../../infra/local/service-process.ts';
import { createTeardown } from '../../infra/local/teardown.ts';
import { openPlace, type Place } from './open-place.ts';
import { play } from './play.ts';

/** After the cluster itself says ok. */
const healSeconds = 30;
const teardown = createTeardown();
let cluster: Awaited<ReturnType<typeof startCluster>>;
let place: Place;

beforeAll(async () => {
  cluster = await startCluster(teardown, { replicas: 1 });
  const environmentOf = () => ({ REDIS_CLUSTER: 'true' });
  place = await openPlace({ redisUrl: cluster.url, environmentOf }, teardown);
});
afterAll(() => teardown.run());

test('a Redis Cluster moves slots under load: no answer fails', async () => {
  const [from, to] = cluster.masters as [(typeof cluster.masters)[0], (typeof cluster.masters)[0]];
  const row = await play(place, {
    name: 'Redis Cluster, 1000 slots move',
    disturb: () => moveSlots(from, to, 1000),
  });
  expect(row.failed).toEqual({});
  expect(row).toMatchObject({ lost: [], twice: [], odd: [], begunAgain: 0 });
});

test('a Redis Cluster of three masters and three replicas loses a master: 503 until its replica serves', async () => {
  const [, victim] = cluster.masters;
  const heir = cluster.followers.find(({ master }) => master === victim);
  const isPromoted = async () =>
    String(await heir?.redis.info('replication')).includes('role:master') &&
    String(await heir?.redis.cluster('INFO')).includes('cluster_state:ok');
  const row = await play(place, {
    name: 'Redis Cluster, a master dies',
    async disturb() {
      await victim?.kill();
      await waitUntil(isPromoted, () => new Error('no replica takes over'));
      const { sso, userApi, drop } = place.urls;
      const areReady = async () => (await Promise.all([sso, userApi, drop].map(isReady))).every(Boolean);
      await waitUntil(areReady, () => new Error('the fleet does not heal after its cluster'), healSeconds);
      await victim?.startAgain();
    },
  });
  expect(row).toMatchObject({ lost: [], twice: [], odd: [] });
  expect(Object.keys(row.failed).filter((status) => status !== '503')).toEqual([]);
});
