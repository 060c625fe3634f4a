import { createServer, type Socket } from 'node:net';
import { isDependencyLost } from '../src/is-dependency-lost.ts';
import { createRedisClient } from '../src/redis/redis-client.ts';

type Answer = (socket: Socket, key: string | undefined) => void;

/** A server that speaks as much of Redis as a client needs. `get` is answered by the test. */
async function createTinyRedis(get: Answer) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      for (const [, name = '', key] of chunk
        .toString()
        .matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n(?:\$\d+\r\n(\w+)\r\n)?/g))
        if (name.toLowerCase() === 'get') get(socket, key);
        else socket.write(name.toLowerCase() === 'info' ? '$0\r\n\r\n' : '+OK\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const redis = createRedisClient(`redis://127.0.0.1:${port}`, {
    isCluster: false,
    onError: () => undefined,
  });
  await new Promise((resolve) => redis.once('ready', resolve));
  return {
    redis,
    async close() {
      redis.disconnect();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('a connection that ends between two answers is a lost dependency for the second', async () => {
  const { redis, close } = await createTinyRedis((socket, key) => {
    if (key === 'a') socket.write('+one\r\n', () => socket.end());
  });
  const [first, second] = await Promise.allSettled([redis.get('a'), redis.get('b')]);
  expect(first).toEqual({ status: 'fulfilled', value: 'one' });
  expect(second).toMatchObject({ status: 'rejected' });
  expect(isDependencyLost((second as PromiseRejectedResult).reason)).toBe(true);
  await close();
});

test('a command that has no answer keeps no later command from being sent', async () => {
  const seen: string[] = [];
  let arrive: (key: string) => void = () => undefined;
  const arrival = (key: string) =>
    new Promise<void>((resolve) => {
      arrive = (arrived) => arrived === key && resolve();
    });
  const { redis, close } = await createTinyRedis((_socket, key = '') => {
    seen.push(`${key} is sent`);
    arrive(key);
  });
  const get = (key: string) => redis.get(key).catch(() => void seen.push(`${key} has failed`));
  const isFirstThere = arrival('first');
  const first = get('first');
  await isFirstThere;
  const second = get('second');
  await Promise.all([first, second]);
  expect(seen).toEqual(['first is sent', 'second is sent', 'first has failed', 'second has failed']);
  await close();
});
