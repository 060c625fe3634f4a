import { mkdirSync } from 'node:fs';
import { createConnection } from 'node:net';
import { basename } from 'node:path';
import { readTail, startProcess, type ProcessPlan, type RunningProcess } from './child-process.ts';
import { createRedisProbes, findRedis, type RedisSource } from './find-redis.ts';
import { accepts, findFreePort, waitUntil } from './ports.ts';
import type { Teardown } from './teardown.ts';

const containerImage = 'redis:7-alpine';

export interface RedisPlan {
  /** Where Redis keeps its data. Undefined: it keeps none. */
  folder: string | undefined;
  password: string;
  logFile: string;
}

/** The settings for Redis's standard input, so that no process list and no file shows the password. */
function writeSettings(
  plan: RedisPlan,
  place: { port: number; bind: string; folder: string | undefined },
): string {
  const persistence =
    place.folder === undefined ? ['appendonly no'] : ['appendonly yes', `dir "${place.folder}"`];
  const lines = [`port ${place.port}`, `bind ${place.bind}`, `requirepass ${plan.password}`, 'save ""'];
  return [...lines, 'databases 1024', ...persistence, ''].join('\n');
}

function planContainer(
  plan: RedisPlan,
  port: number,
): Pick<ProcessPlan, 'command' | 'args' | 'mark' | 'input'> {
  const volume = plan.folder === undefined ? [] : ['-v', `${plan.folder}:/data`];
  const user = ['--user', `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`];
  const publish = ['-p', `127.0.0.1:${port}:6379`];
  const folder = plan.folder === undefined ? undefined : '/data';
  return {
    command: 'docker',
    args: ['run', '--rm', '-i', ...user, ...publish, ...volume, containerImage, 'redis-server', '-'],
    mark: 'docker',
    input: writeSettings(plan, { port: 6379, bind: '0.0.0.0', folder }),
  };
}

function planProcess(source: RedisSource, plan: RedisPlan, port: number): ProcessPlan {
  const ending = { logFile: plan.logFile, stopSignal: 'SIGTERM' as const, stopLimitSeconds: 15 };
  if (source.kind !== 'program') return { ...planContainer(plan, port), ...ending };
  const input = writeSettings(plan, { port, bind: '127.0.0.1', folder: plan.folder });
  return { command: source.command, args: ['-'], mark: basename(source.command), input, ...ending };
}

/** Whether Redis accepts the password and answers PING. It refuses while it loads its data. */
function isAnswering(port: number, password: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port, timeout: 10_000 });
    let answer = '';
    const settle = (): void => {
      socket.destroy();
      resolve(answer.includes('+PONG'));
    };
    socket.on('connect', () => socket.write(`AUTH ${password}\r\nPING\r\n`));
    socket.on('data', (chunk) => {
      answer += String(chunk);
      if (/\+PONG|^-/m.test(answer)) settle();
    });
    socket.on('timeout', settle).on('error', settle).on('close', settle);
  });
}

async function assertAnswering(port: number, plan: RedisPlan, server: RunningProcess): Promise<void> {
  const isReady = async (): Promise<boolean> => {
    if (server.hasEnded())
      throw new Error(`Redis did not start: ${await server.ended}\n${readTail(plan.logFile)}`);
    return isAnswering(port, plan.password);
  };
  await waitUntil(isReady, () => new Error(`Redis does not answer.\n${readTail(plan.logFile)}`));
}

async function useRunning(url: string): Promise<string> {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed !== undefined && (await accepts(parsed.hostname, Number(parsed.port || 6379)))) return url;
  throw new Error('REDIS_URL is set, but no Redis answers there.');
}

/**
 * Finds Redis as contract part 4 says and starts it on a free port of 127.0.0.1, unless REDIS_URL names one that
 * runs. Throws when it finds no Redis. When Redis does not start, the error holds the end of its log.
 */
export async function startRedis(plan: RedisPlan, teardown: Teardown): Promise<string> {
  const source = await findRedis(createRedisProbes());
  if (source.kind === 'url') return useRunning(source.url);
  if (plan.folder !== undefined) mkdirSync(plan.folder, { recursive: true });
  const port = await findFreePort();
  const server = await startProcess(planProcess(source, plan, port), teardown);
  await assertAnswering(port, plan, server);
  return `redis://:${plan.password}@127.0.0.1:${port}`;
}
