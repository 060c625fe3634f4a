import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { findProgram, readTail, startProcess } from '../../infra/local/child-process.ts';
import { findFreePort, waitUntil } from '../../infra/local/ports.ts';
import type { Teardown } from '../../infra/local/teardown.ts';

/**
 * A Redis that keeps its address and its data through a kill -9: every write is in its file before it is answered.
 * Throws a sentence when this machine has no Redis to start. Its folder is made in `place`.
 */
export async function startSturdyRedis(teardown: Teardown, place = tmpdir()) {
  const command = findProgram('redis-server') ?? findProgram('valkey-server');
  if (command === undefined) throw new Error('This test kills a Redis of its own: install redis-server.');
  const folder = mkdtempSync(join(place, 'latchkey-crash-redis-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const port = await findFreePort();
  const logFile = join(folder, 'redis.log');
  const durable = ['appendonly yes', 'appendfsync always', 'save ""', `dir "${folder}"`];
  const input = [`port ${port}`, 'bind 127.0.0.1', ...durable, ''].join('\n');

  async function start() {
    const ending = { stopSignal: 'SIGTERM' as const, stopLimitSeconds: 15 };
    const plan = { command: String(command), args: ['-'], mark: basename(String(command)), input, logFile };
    const server = await startProcess({ ...plan, ...ending }, teardown);
    await waitUntil(isLoaded, () => new Error(`Redis does not answer.\n${readTail(logFile)}`));
    return server;
  }
  /** It takes connections before it has read its file again, and says so when it has. */
  const isLoaded = async () => readTail(logFile, 50).includes('Ready to accept connections');

  let server = await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    async crash() {
      await server.kill();
      server = await start();
    },
    /** Starts it again where it has ended by itself. */
    async revive() {
      if (server.hasEnded()) server = await start();
    },
    pid: () => server.pid,
  };
}
