import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTail, runToEnd, startProcess, type RunningProcess } from './child-process.ts';
import type { Environment } from './environment.ts';
import { stateDir } from './paths.ts';
import { waitUntil } from './ports.ts';
import { keepLog } from './read-logs.ts';
import { findServiceDir, serviceArgs, type ServiceName } from './service-list.ts';
import type { Teardown } from './teardown.ts';

/** One running service. */
export interface ServiceProcess extends RunningProcess {
  name: ServiceName;
  logFile: string;
}

/** A service finishes requests in flight within 10 s; then it closes its pools (contract part 0). */
const stopLimitSeconds = 15;

async function isReady(environment: Environment): Promise<boolean> {
  const url = `http://127.0.0.1:${environment['PORT']}/health/ready`;
  return fetch(url, { signal: AbortSignal.timeout(10_000) }).then(
    (answer) => answer.ok,
    () => false,
  );
}

/**
 * Starts a service from its environment alone, as a deployment does, and waits until it is ready. Throws a sentence
 * with the end of its log when it dies first, or does not get ready.
 */
export async function startService(
  name: ServiceName,
  environment: Environment,
  logDir: string,
  teardown: Teardown,
): Promise<ServiceProcess> {
  const logFile = join(logDir, `${name}.log`);
  mkdirSync(logDir, { recursive: true });
  const running = await startProcess(
    {
      command: process.execPath,
      args: [...serviceArgs],
      // As in the images, the code that Node has compiled is kept from one start to the next.
      options: {
        cwd: findServiceDir(name),
        env: { NODE_COMPILE_CACHE: join(stateDir, 'compile-cache'), ...environment },
      },
      logFile,
      mark: 'src/main.ts',
      stopSignal: 'SIGTERM',
      stopLimitSeconds,
    },
    teardown,
  );
  void running.ended.then(() => keepLog(logFile)).catch(console.error);
  const failure = (reason: string): Error => new Error(`${name} ${reason}\n${readTail(logFile)}`);
  const isUp = async (): Promise<boolean> => {
    if (running.hasEnded()) throw failure('ended while starting:');
    return isReady(environment);
  };
  await waitUntil(isUp, () => failure('is not ready. Its log ends:'));
  return { ...running, name, logFile };
}

/** Runs a service's `seed` script, if it has one, in the service's environment. Throws what it printed. */
export async function seedService(name: ServiceName, environment: Environment): Promise<void> {
  const cwd = findServiceDir(name);
  const manifest = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8')) as {
    scripts?: { seed?: string };
  };
  const script = manifest.scripts?.seed;
  if (script === undefined) return;
  await runToEnd('/bin/sh', ['-c', script], { cwd, env: { ...environment, SEED_DEMO_DATA: 'yes' } });
}

/** Runs the command that keeps the months of the request log, as a deployment does every day. */
export async function keepLogMonths(environment: Environment): Promise<void> {
  const args = ['--disable-warning=ExperimentalWarning', 'bin/latchkey-user-api.ts', 'request-log', 'months'];
  await runToEnd(process.execPath, args, { cwd: findServiceDir('user-api'), env: environment });
}
