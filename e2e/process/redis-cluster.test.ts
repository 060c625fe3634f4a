import { createRedisClient, createRedisProbe, isDependencyLost } from '@latchkey/database';
import { waitUntil } from '../../infra/local/ports.ts';
import { createTeardown } from '../../infra/local/teardown.ts';
import { startCluster } from './redis-groups.ts';

const teardown = createTeardown();
afterAll(() => teardown.run());

test('a cluster that has lost a master fails commands as a lost dependency, is not ready, and heals', async () => {
  const { masters, url } = await startCluster(teardown);
  const redis = createRedisClient(url, { isCluster: true, onError: () => undefined });
  teardown.add(() => redis.disconnect());
  const probe = createRedisProbe(redis, { key: 'ready', acts: ['set 1', 'get'] });
  const isReady = () =>
    probe().then(
      () => true,
      () => false,
    );
  const never = () => new Error('The cluster does not get where it should.');
  await waitUntil(isReady, never);
  const keys = Array.from({ length: 30 }, (_, at) => `key ${at}`);
  const send = () => Promise.allSettled(keys.map((key) => redis.set(key, 'value')));
  const isWhole = async () => (await send()).every(({ status }) => status === 'fulfilled');
  await waitUntil(isWhole, never);

  await masters[2]?.kill();
  const failures: unknown[] = [];
  // At first one master does not answer; later the others say that the cluster is down.
  await waitUntil(async () => {
    const answers = await send();
    failures.push(...answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : [])));
    return failures.some((failure) => String(failure).includes('CLUSTERDOWN'));
  }, never);
  expect(failures.filter((failure) => !isDependencyLost(failure))).toEqual([]);
  expect(await isReady()).toBe(false);

  await masters[2]?.startAgain();
  await waitUntil(isReady, never);
  await waitUntil(isWhole, never);
});
