import { readFileSync } from 'node:fs';
import { findProgram, runToEnd } from './child-process.ts';

/** Where Redis comes from: a server that runs, a program on this machine, or a container. */
export type RedisSource =
  { kind: 'url'; url: string } | { kind: 'program'; command: string } | { kind: 'docker' };

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

async function tryApt(probes: RedisProbes): Promise<RedisSource | undefined> {
  if (!probes.mayUseApt()) return undefined;
  await probes.installWithApt().catch(() => undefined);
  return findInstalled(probes);
}

/**
 * Finds Redis in the order of contract part 4: REDIS_URL, redis-server or valkey-server on the PATH, apt as root on
 * Debian or Ubuntu, Docker when an engine answers. Throws the sentence that names the two ways to get it.
 */
export async function findRedis(probes: RedisProbes): Promise<RedisSource> {
  if (probes.redisUrl !== undefined && probes.redisUrl !== '') return { kind: 'url', url: probes.redisUrl };
  const program = findInstalled(probes) ?? (await tryApt(probes));
  if (program !== undefined) return program;
  if (await probes.dockerAnswers()) return { kind: 'docker' };
  throw new Error(
    'Latchkey needs Redis: install redis-server (or valkey-server) so that it is on the PATH, ' +
      'or set REDIS_URL to a Redis that runs.',
  );
}

function isDebianLike(): boolean {
  try {
    return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

async function apt(...args: string[]): Promise<void> {
  await runToEnd('apt-get', ['-qq', '-y', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
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

/** The probes of this machine. */
export function createRedisProbes(): RedisProbes {
  return {
    redisUrl: process.env['REDIS_URL'],
    findProgram,
    mayUseApt: () => process.getuid?.() === 0 && isDebianLike() && findProgram('apt-get') !== undefined,
    installWithApt,
    dockerAnswers,
  };
}
