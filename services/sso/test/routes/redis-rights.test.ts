import { createRedisClient, type RedisClient } from '@latchkey/database';
import { createSso } from '../sso-harness.ts';
import { database, listEvents, redis } from '../test-servers.ts';

const limited: RedisClient[] = [];
afterAll(() => limited.forEach((one) => one.disconnect()));

/** The Redis of the file, as a user that may do all but this. */
async function withoutRight(...rights: string[]): Promise<RedisClient> {
  const { host, port, db } = redis.options;
  const user = `limited-${crypto.randomUUID()}`;
  await redis.call('ACL', 'SETUSER', user, 'on', '>pw', '~*', '+@all', ...rights);
  const one = createRedisClient(`redis://${user}:pw@${host}:${port}/${db}`, {
    isCluster: false,
    onError: () => undefined,
  });
  limited.push(one);
  return one;
}

test.each([
  ['scripts', ['-eval', '-evalsha']],
  ['SET', ['-set']],
  ['HSET', ['-hset']],
  ['PEXPIRE', ['-pexpire']],
  ['its keys', ['resetkeys', '~other:*']],
])(
  '503 at /device_authorization for a Redis user without %s, and nothing has changed',
  async (_what, rights) => {
    const { post } = createSso({ connections: { redis: await withoutRight(...rights) } });
    const { status, body } = await post('/device_authorization', { client_id: 'demo-cli', scope: 'openid' });
    expect([status, body.error]).toEqual([503, 'temporarily_unavailable']);
    const rows = await database.deviceAuthorization.count();
    expect([rows, await listEvents(), await redis.keys('*')]).toEqual([0, [], []]);
  },
);

test('200 at /device_authorization for a Redis user that lacks nothing', async () => {
  const { post } = createSso({ connections: { redis: await withoutRight() } });
  expect((await post('/device_authorization', { client_id: 'demo-cli' })).status).toBe(200);
});
