import { createTestRedis } from '@latchkey/testing';
import { createRedisProbe, isDependencyLost, isRefusedByRedis } from '../src/index.ts';
import { createRedisClient, type RedisClient } from '../src/redis/redis-client.ts';

const acts = ['set 1', 'get', 'del', 'hset a 1', 'hgetall', 'time'];
const opened: RedisClient[] = [];
let url = '';
beforeAll(async () => {
  ({ url } = await createTestRedis());
});
afterAll(() => opened.forEach((redis) => redis.disconnect()));

const open = (address: string) => {
  const redis = createRedisClient(address, { isCluster: false, onError: () => undefined });
  opened.push(redis);
  return redis;
};

/** The failure of the probe for a user with these rights. */
async function failureOf(...rights: string[]): Promise<unknown> {
  const own = new URL(url);
  const user = `probe-${opened.length}`;
  await open(url).call('ACL', 'SETUSER', user, 'on', '>pw', '+select', '+info', ...rights);
  [own.username, own.password] = [user, 'pw'];
  const probe = createRedisProbe(open(own.href), { key: 'test:ready', acts });
  return probe().catch((error: unknown) => error);
}

const enough = ['~test:*', '+eval', '+evalsha', '+set', '+get', '+del', '+hset', '+hgetall', '+time'];

test('a user with the commands and keys of the service is ready, also twice', async () => {
  expect(await failureOf(...enough)).toBeUndefined();
  const probe = createRedisProbe(open(url), { key: 'test:ready', acts });
  await probe();
  await probe();
});

test.each([
  ['may only read', ['~test:*', '+@read', '+eval', '+evalsha']],
  ['may run no script', ['~test:*', '+@all', '-eval', '-evalsha']],
  ['lacks one command of the scripts', [...enough, '-hgetall']],
  ['has the keys of another service', [...enough, 'resetkeys', '~other:*']],
  ['may read its keys and not write them', [...enough, 'resetkeys', '%R~test:*']],
])('a user that %s is not ready, and its requests find a lost dependency', async (_what, rights) => {
  const failure = await failureOf(...rights);
  expect([isRefusedByRedis(failure), isDependencyLost(failure)]).toEqual([true, true]);
});

test.each(['commandTimeout=0', 'keyPrefix=mine:', 'enableOfflineQueue=', 'db=1&db=2', 'family=x'])(
  'an address whose parameter %s would win over a setting is refused by name',
  (parameter) => {
    expect(() => open(`${url}?${parameter}`)).toThrow(/^REDIS_URL must /);
  },
);
