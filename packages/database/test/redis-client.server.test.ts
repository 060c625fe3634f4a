import { randomUUID } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { createTestRedis } from '@latchkey/testing';
import type { Redis } from 'ioredis';
import { isDependencyLost } from '../src/is-dependency-lost.ts';
import { createRedisClient } from '../src/redis/redis-client.ts';

const closedPort = 'redis://127.0.0.1:1';

test.each([
  ['one node', false],
  ['a cluster', true],
])(
  'while %s is down, a command fails as a lost dependency and every attempt is reported',
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

test('the commands of one turn share a write to the socket', async () => {
  const { url } = await createTestRedis();
  const redis = createRedisClient(url, { isCluster: false, onError: () => undefined });
  await redis.ping();
  const { stream } = redis as Redis;
  const answers = Array.from({ length: 8 }, (_, at) => redis.echo(String(at)));
  expect([stream.writableCorked, stream.writableLength > 0]).toEqual([1, true]);
  expect(await Promise.all(answers)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  expect(stream.writableCorked).toBe(0);
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

/** A port in front of a server; `freeze` swallows all that its open connections send, in both directions, for ever. */
async function createFreezer(target: URL) {
  const sockets: Socket[] = [];
  let [connections, current] = [0, { isFrozen: false }];
  const server = createServer((socket) => {
    connections += 1;
    const own = current;
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.push(from);
      from.on('error', () => undefined);
      from.on('data', (chunk) => void (own.isFrozen || to.write(chunk)));
      from.on('close', () => void (own.isFrozen || to.destroy()));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    connections: () => connections,
    freeze() {
      current.isFrozen = true;
      current = { isFrozen: false };
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test.each([true, false])('a connection that hangs in silence is replaced, with waits: %s', async (waits) => {
  const server = await createTestRedis();
  const freezer = await createFreezer(new URL(server.url));
  const redis = createRedisClient(freezer.url, { isCluster: false, waits, onError: () => undefined });
  await new Promise((resolve) => redis.once('ready', resolve));
  await redis.set('key', 'value');
  freezer.freeze();
  const seen: unknown[] = [];
  // Each command fails after its own 2 s at most, so the loop ends with the first one on the new connection.
  while (seen.at(-1) !== 'value') {
    const answer: unknown = await redis.get('key').catch((error: unknown) => error);
    if (answer instanceof Error) {
      expect(isDependencyLost(answer)).toBe(true);
      await new Promise((resolve) => setImmediate(resolve));
    }
    seen.push(answer);
  }
  expect(seen[0]).toBeInstanceOf(Error);
  expect(freezer.connections()).toBe(2);
  expect(redis.options).toMatchObject({ socketTimeout: 5_000 });
  redis.disconnect();
  await freezer.close();
  await server.close();
});

/** A server that speaks as much of Redis as a client needs, and answers CONFIG with `answer`. */
async function createTinyRedis(answer: string) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('data', (chunk) => {
      for (const [, command] of chunk.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g))
        socket.write(
          command?.toLowerCase() === 'config'
            ? answer
            : command?.toLowerCase() === 'info'
              ? '$0\r\n\r\n'
              : '+OK\r\n',
        );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `redis://127.0.0.1:${port}`,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

const policy = (name: string) => `*2\r\n$16\r\nmaxmemory-policy\r\n$${name.length}\r\n${name}\r\n`;

test.each([
  ['says allkeys-lru', policy('allkeys-lru'), ['allkeys-lru']],
  ['says noeviction', policy('noeviction'), []],
  ['forbids CONFIG', '-NOPERM this user has no permissions\r\n', []],
  ['knows no CONFIG', '-ERR unknown command\r\n', []],
  ['says nothing of it', '*0\r\n', []],
])('at the start a server that %s is warned of: %#', async (_what, answer, expected) => {
  const server = await createTinyRedis(answer);
  const warned: string[] = [];
  const redis = createRedisClient(server.url, {
    isCluster: false,
    onError: () => undefined,
    warn: (sentence, { maxmemory_policy: name = '' }) => {
      expect(sentence).toContain('maxmemory-policy to noeviction');
      warned.push(name);
    },
  });
  await new Promise((resolve) => redis.once('ready', resolve));
  // The answer to a later command comes after the one to CONFIG.
  await redis.set('key', 'value');
  await new Promise((resolve) => setImmediate(resolve));
  expect(warned).toEqual(expected);
  redis.disconnect();
  await server.close();
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

test('Sentinels are asked at each address for the master that the URL names, with TLS where the URL has it', () => {
  const redis = createRedisClient('rediss://ada:p%40ss@main/3', {
    isCluster: false,
    sentinels: 'eve:s%3Aq@127.0.0.1:1, [::1]:2,localhost',
    onError: () => undefined,
  });
  expect(redis.options).toMatchObject({
    name: 'main',
    username: 'ada',
    password: 'p@ss',
    db: 3,
    sentinels: [
      { host: '127.0.0.1', port: 1 },
      { host: '::1', port: 2 },
      { host: 'localhost', port: 26_379 },
    ],
    sentinelUsername: 'eve',
    sentinelPassword: 's:q',
    tls: {},
    sentinelTLS: {},
    enableTLSForSentinelMode: true,
  });
  redis.disconnect();
});

test('a cluster with Sentinels is refused', () => {
  const options = { isCluster: true, sentinels: '127.0.0.1:1', onError: () => undefined };
  expect(() => createRedisClient('redis://main', options)).toThrow('set REDIS_CLUSTER or REDIS_SENTINELS');
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
