import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { findProgram, runToEnd } from './child-process.ts';

/** Where Redis comes from: a server that runs, a program on this machine, or a container. */
export type RedisSource =
  | { kind: 'url'; url: string }
  | { kind: 'program'; command: string }
  | { kind: 'docker' };

/** What the search looks at and may do; passed in so that each way can be tried without having it. */
export interface RedisProbes {
  redisUrl: string | undefined;
  findProgram: (name: string) => string | undefined;
  /** Root on Debian or Ubuntu. */
  mayUseApt: () => boolean;
  installWithApt: () => Promise<void>;
  dockerAnswers: () => Promise<boolean>;
}

const programs = ['redis-server', 'valkey-server'];

function findInstalled(probes: RedisProbes): RedisSource | undefined {
  const command = programs.map(probes.findProgram).find((found) => found !== undefined);
  return command === undefined ? undefined : { kind: 'program', command };
}

/** What apt has installed, or why it could not. */
async function tryApt(probes: RedisProbes): Promise<RedisSource | string> {
  if (!probes.mayUseApt()) return '';
  const reason = await probes.installWithApt().then(
    () => 'it has installed no Redis',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return findInstalled(probes) ?? `\nInstalling it with apt failed: ${reason}`;
}

/**
 * Finds Redis in the order of contract part 4: REDIS_URL, redis-server or valkey-server on the PATH, apt as root on
 * Debian or Ubuntu, Docker when an engine answers. Throws a sentence that names the two ways to get it, with apt's reason.
 */
export async function findRedis(probes: RedisProbes): Promise<RedisSource> {
  if (probes.redisUrl !== undefined && probes.redisUrl !== '') return { kind: 'url', url: probes.redisUrl };
  const program = findInstalled(probes) ?? (await tryApt(probes));
  if (typeof program !== 'string') return program;
  if (await probes.dockerAnswers()) return { kind: 'docker' };
  throw new Error(
    'Latchkey needs Redis: install redis-server (or valkey-server) so that it is on the PATH, ' +
      `or set REDIS_URL to a Redis that runs.${program}`,
  );
}

function isDebianLike(): boolean {
  try {
    return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

const isLocked = (error: unknown): boolean =>
  /could not get lock|unable to (acquire|lock)/i.test(String(error));

/** Waits up to 10 minutes for another apt, such as that of a second checkout: two of its three locks have no timeout. */
async function apt(...args: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
  for (let tries = 300; ; tries -= 1) {
    try {
      await runToEnd('apt-get', ['-qq', '-y', ...args], { env });
      return;
    } catch (error) {
      if (tries === 0 || !isLocked(error)) throw error;
      await setTimeout(2_000);
    }
  }
}

/** The package starts a server of its own on 6379, which nobody asked for. */
async function stopPackagedServer(unit: string): Promise<void> {
  await runToEnd('systemctl', ['disable', '--now', unit]).catch(() => undefined);
}

async function installWithApt(): Promise<void> {
  console.log('\n  Installing Redis with apt (once) ...');
  await apt('update');
  const install = async (name: string): Promise<void> => {
    await apt('install', '--no-install-recommends', name);
    await stopPackagedServer(name);
  };
  await install('redis-server').catch(() => install('valkey-server'));
}

async function dockerAnswers(): Promise<boolean> {
  try {
    await runToEnd('docker', ['info'], { timeout: 5000 });
    return true;
  } catch {
    return false;
  }
}

export function createRedisProbes(): RedisProbes {
  return {
    redisUrl: process.env['REDIS_URL'],
    findProgram,
    mayUseApt: () => process.getuid?.() === 0 && isDebianLike() && findProgram('apt-get') !== undefined,
    installWithApt,
    dockerAnswers,
  };
}
