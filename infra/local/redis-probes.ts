import { readFileSync } from 'node:fs';
import { runToEnd } from './child-process.ts';
import { findProgram } from './find-program.ts';
import type { RedisProbes } from './find-redis.ts';

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
