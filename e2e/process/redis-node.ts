import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Redis } from 'ioredis';
import { findProgram, readTail, startProcess, type RunningProcess } from '../../infra/local/child-process.ts';
import { findFreePort, waitUntil } from '../../infra/local/ports.ts';
import type { Teardown } from '../../infra/local/teardown.ts';

/** A Redis server that keeps its port and its folder through a kill; `redis` sends it commands. */
export type RedisNode = Awaited<ReturnType<typeof startRedisNode>>;

/** Starts a Redis server with these lines of configuration, which it may write to, as Sentinels do. */
export async function startRedisNode(
  configure: (port: number, folder: string) => readonly string[] | Promise<readonly string[]>,
  teardown: Teardown,
  args: readonly string[] = [],
) {
  const command = findProgram('redis-server') ?? findProgram('valkey-server');
  if (command === undefined)
    throw new Error('This test starts Redis servers of its own: install redis-server.');
  const folder = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'latchkey-redis-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const port = await findFreePort();
  const [configFile, logFile] = [join(folder, 'redis.conf'), join(folder, 'redis.log')];
  const lines = [`port ${port}`, 'bind 127.0.0.1', `dir "${folder}"`, ...(await configure(port, folder))];
  writeFileSync(configFile, `${lines.join('\n')}\n`);
  const ending = { stopSignal: 'SIGTERM', stopLimitSeconds: 15 } as const;
  const plan = { command, args: [configFile, ...args], mark: basename(command), logFile };
  const redis = new Redis(port, { retryStrategy: () => 50, maxRetriesPerRequest: null, lazyConnect: true });
  redis.on('error', () => undefined);
  teardown.add(() => redis.disconnect());
  const start = async (): Promise<RunningProcess> => {
    const started = await startProcess({ ...plan, ...ending }, teardown);
    const isUp = async () => /Ready to accept connections|Sentinel ID is/.test(readTail(logFile, 50));
    await waitUntil(isUp, () => new Error(`Redis does not answer.\n${readTail(logFile)}`));
    return started;
  };
  let running = await start();
  return {
    port,
    folder,
    redis,
    kill: () => running.kill(),
    async startAgain() {
      running = await start();
    },
  };
}
