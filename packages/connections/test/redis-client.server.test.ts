import { randomUUID } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { createTestRedis } from '@latchkey/testing';
import { isDependencyLost } from '../src/is-dependency-lost.ts';
import { createRedisClient } from '../src/redis-client.ts';

const closedPort = 'redis://127.0.0.1:1';

test.each([
  ['one node', false],
  ['a cluster', true],
])(
  'while %s is away, a command fails as a lost dependency and every attempt is reported',
  async (_what, isCluster) => {
    let report: (error: unknown) => void = () => undefined;
    const reported = new Promise((resolve) => (report = resolve));
    const redis = createRedisClient(closedPort, { isCluster, onError: (error) => report(error) });
    const failure = await redis.get('key').catch((error: unknown) => error);
    const error = await reported;
    redis.disconnect();
    expect([isDependencyLost(failure), isDependencyLost(error)]).toEqual([true, true]);
  },
);

test('a client that does not wait fails a command at once', async () => {
  const redis = createRedisClient(closedPort, { isCluster: false, waits: false, onError: () => undefined });
  const failure = await redis.get('key').catch((error: unknown) => error);
  expect(String(failure)).toContain("Stream isn't writeable and enableOfflineQueue options is false");
  expect(isDependencyLost(failure)).toBe(true);
  redis.disconnect();
});

test('a server that accepts and never answers fails a command', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const redis = createRedisClient(`redis://127.0.0.1:${port}`, {
    isCluster: false,
    onError: () => undefined,
  });
  expect(isDependencyLost(await redis.get('key').catch((error: unknown) => error))).toBe(true);
  redis.disconnect();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

test('the address of a cluster gives its nodes TLS, user and password', () => {
  const redis = createRedisClient('rediss://ada:p%40ss@127.0.0.1:1', {
    isCluster: true,
    keyPrefix: 'p:',
    onError: () => undefined,
  });
  expect(redis.options).toMatchObject({
    keyPrefix: 'p:',
    redisOptions: { tls: {}, username: 'ada', password: 'p@ss', autoResendUnfulfilledCommands: false },
  });
  redis.disconnect();
});

test('keys get the prefix of the client', async () => {
  const server = await createTestRedis();
  const [plain, prefixed] = ['', 'user-api:'].map((keyPrefix) =>
    createRedisClient(server.url, { isCluster: false, keyPrefix, onError: () => undefined }),
  );
  const key = randomUUID();
  await prefixed?.set(key, 'value');
  expect(await plain?.get(`user-api:${key}`)).toBe('value');
  plain?.disconnect();
  prefixed?.disconnect();
  await server.close();
});
