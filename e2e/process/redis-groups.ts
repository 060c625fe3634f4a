import { runToEnd } from '../../infra/local/child-process.ts';
import { findFreePort, waitUntil } from '../../infra/local/ports.ts';
import type { Teardown } from '../../infra/local/teardown.ts';
import { startRedisNode, type RedisNode } from './redis-node.ts';

const slots = 16_384;
const lastOf = (at: number, masters: number) => Math.floor((slots * (at + 1)) / masters) - 1;

/** A node of a cluster, which knows no other yet. */
async function startClusterNode(teardown: Teardown) {
  const bus = await findFreePort();
  const cluster = [
    'cluster-enabled yes',
    `cluster-port ${bus}`,
    'cluster-node-timeout 1000',
    // With so short a timeout, a replica gives up for ever where a busy machine delays its election by 20 s.
    'cluster-replica-validity-factor 0',
    'repl-diskless-sync-delay 0',
  ];
  return { ...(await startRedisNode(() => ['save ""', ...cluster], teardown)), bus };
}

/** Three masters of a Redis Cluster, each with `replicas` replicas; `url` is that of the first. */
export async function startCluster(teardown: Teardown, { replicas = 0 } = {}) {
  const masters = await Promise.all([1, 2, 3].map(() => startClusterNode(teardown)));
  const followers = await Promise.all(
    masters.flatMap((master) =>
      Array.from({ length: replicas }, async () => ({ master, ...(await startClusterNode(teardown)) })),
    ),
  );
  const [first] = masters as unknown as [RedisNode]; // A cluster has three.
  for (const [at, { redis }] of masters.entries()) {
    const from = at === 0 ? 0 : lastOf(at - 1, masters.length) + 1;
    await redis.cluster('ADDSLOTSRANGE', from, lastOf(at, masters.length));
    await redis.cluster('SET-CONFIG-EPOCH', at + 1);
  }
  for (const { port, bus } of [...masters.slice(1), ...followers])
    await first.redis.call('CLUSTER', 'MEET', '127.0.0.1', String(port), String(bus));
  for (const { master, redis } of followers) {
    const id = await master.redis.cluster('MYID');
    // A node follows only a master that it has heard of.
    const follows = () =>
      redis.cluster('REPLICATE', id).then(
        () => true,
        () => false,
      );
    await waitUntil(follows, () => new Error('a node of the cluster does not become a replica'));
    // One that has never had its master's data is not elected.
    await waitUntil(
      async () => (await redis.info('replication')).includes('master_link_status:up'),
      () => new Error('a replica does not get the data of its master'),
    );
  }
  const isWhole = async ({ redis }: RedisNode) => {
    const state = await redis.cluster('INFO');
    const size = masters.length + followers.length;
    return state.includes('cluster_state:ok') && state.includes(`cluster_known_nodes:${size}`);
  };
  for (const node of [...masters, ...followers])
    await waitUntil(
      () => isWhole(node),
      () => new Error('the cluster does not come up'),
    );
  return { masters, followers, url: `redis://127.0.0.1:${first.port}` };
}

/** Moves slots from one master to another while they are in use, as an operator does. */
export async function moveSlots(from: RedisNode, to: RedisNode, count: number): Promise<void> {
  const [source, target] = await Promise.all([from.redis.cluster('MYID'), to.redis.cluster('MYID')]);
  const ends = ['--cluster-from', source, '--cluster-to', target];
  const how = ['--cluster-slots', String(count), '--cluster-yes'];
  await runToEnd('redis-cli', ['--cluster', 'reshard', `127.0.0.1:${from.port}`, ...ends, ...how]);
}

const masterName = 'latchkey';

/** A master, its replica and three Sentinels, which promote the replica a second after the master has died. */
export async function startSentinels(teardown: Teardown) {
  const master = await startRedisNode(() => ['save ""'], teardown);
  const replica = await startRedisNode(() => ['save ""', `replicaof 127.0.0.1 ${master.port}`], teardown);
  const settings = [
    `sentinel monitor ${masterName} 127.0.0.1 ${master.port} 2`,
    `sentinel down-after-milliseconds ${masterName} 1000`,
    `sentinel failover-timeout ${masterName} 5000`,
  ];
  const sentinels = await Promise.all(
    [1, 2, 3].map(() => startRedisNode(() => settings, teardown, ['--sentinel'])),
  );
  const readMaster = async (redis: RedisNode['redis']) => {
    const answer = (await redis.call('SENTINEL', 'MASTER', masterName)) as string[];
    return Object.fromEntries(answer.flatMap((name, at) => (at % 2 === 0 ? [[name, answer[at + 1]]] : [])));
  };
  const knowsAll = async (redis: RedisNode['redis']) => {
    const found = await readMaster(redis);
    return found['num-other-sentinels'] === '2' && found['num-slaves'] === '1';
  };
  for (const { redis } of sentinels)
    await waitUntil(
      () => knowsAll(redis),
      () => new Error('the Sentinels do not find each other'),
    );
  const isLinked = async () => (await replica.redis.info('replication')).includes('master_link_status:up');
  await waitUntil(isLinked, () => new Error('the replica does not follow the master'));
  return {
    master,
    replica,
    /** The values of REDIS_URL and REDIS_SENTINELS. */
    url: `redis://${masterName}`,
    addresses: sentinels.map(({ port }) => `127.0.0.1:${port}`).join(','),
    /** Resolves when the replica is the master. */
    isPromoted: () =>
      waitUntil(
        async () => (await replica.redis.info('replication')).includes('role:master'),
        () => new Error('the Sentinels do not promote the replica'),
      ),
  };
}
