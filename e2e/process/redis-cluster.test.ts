import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createRedisClient, createRedisProbe, isDependencyLost } from '@latchkey/database';
import { Redis } from 'ioredis';
import { findProgram, startProcess, type RunningProcess } from '../../infra/local/child-process.ts';
import { findFreePort, waitUntil } from '../../infra/local/ports.ts';
import { createTeardown } from '../../infra/local/teardown.ts';

const teardown = createTeardown();
afterAll(() => teardown.run());

const slots = 16_384;
const lastOf = (at: number, masters: number) => Math.floor((slots * (at + 1)) / masters) - 1;

/** A master that keeps its slots and its port through a kill. */
async function createMaster() {
  const command = findProgram('redis-server') ?? findProgram('valkey-server');
  if (command === undefined)
    throw new Error('This test starts Redis servers of its own: install redis-server.');
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-cluster-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const [port, bus] = [await findFreePort(), await findFreePort()];
  const cluster = [`cluster-enabled yes`, `cluster-port ${bus}`, 'cluster-node-timeout 1000'];
  const input = [`port ${port}`, 'bind 127.0.0.1', 'save ""', `dir "${folder}"`, ...cluster, ''].join('\n');
  const ending = { stopSignal: 'SIGTERM', stopLimitSeconds: 15 } as const;
  const plan = { command, args: ['-'], mark: basename(command), input, logFile: join(folder, 'redis.log') };
  const start = (): Promise<RunningProcess> => startProcess({ ...plan, ...ending }, teardown);
  const redis = new Redis(port, { retryStrategy: () => 50, maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  teardown.add(() => redis.disconnect());
  return { port, bus, start, redis };
}

async function startCluster() {
  const masters = await Promise.all([createMaster(), createMaster(), createMaster()]);
  const running = await Promise.all(masters.map(({ start }) => start()));
  const [first] = masters;
  for (const [at, { redis, port, bus }] of masters.entries()) {
    const from = at === 0 ? 0 : lastOf(at - 1, masters.length) + 1;
    await redis.cluster('ADDSLOTSRANGE', from, lastOf(at, masters.length));
    await redis.cluster('SET-CONFIG-EPOCH', at + 1);
    if (at > 0) await first.redis.call('CLUSTER', 'MEET', '127.0.0.1', String(port), String(bus));
  }
  return { masters, running, url: `redis://127.0.0.1:${first.port}` };
}

test('a cluster that has lost a master fails commands as a lost dependency, is not ready, and heals', async () => {
  const { masters, running, url } = await startCluster();
  const redis = createRedisClient(url, { isCluster: true, onError: () => undefined });
  teardown.add(() => redis.disconnect());
  const probe = createRedisProbe(redis);
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

  process.kill(running[2]?.pid ?? 0, 'SIGKILL');
  await running[2]?.ended;
  const failures: unknown[] = [];
  // At first one master does not answer; later the others say that the cluster is down.
  await waitUntil(async () => {
    const answers = await send();
    failures.push(...answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : [])));
    return failures.some((failure) => String(failure).includes('CLUSTERDOWN'));
  }, never);
  expect(failures.filter((failure) => !isDependencyLost(failure))).toEqual([]);
  expect(await isReady()).toBe(false);

  await masters[2]?.start();
  await waitUntil(isReady, never);
  await waitUntil(isWhole, never);
});
