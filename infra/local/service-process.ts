import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTail, runToEnd, startProcess, type RunningProcess } from './child-process.ts';
import type { Environment } from './environment.ts';
import { stateDir } from './paths.ts';
import { waitUntil } from './ports.ts';
import { keepLog } from './read-logs.ts';
import { findServiceDir, serviceArgs, serviceEnvironment, type ServiceName } from './service-list.ts';
import type { Teardown } from './teardown.ts';

export interface ServiceProcess extends RunningProcess {
  name: ServiceName;
  logFile: string;
}

/** A service finishes requests in flight within 10 s; then it closes its pools (contract part 0). */
const stopLimitSeconds = 15;

/** Whether a service at this address says that it is ready; false also where nothing answers. */
export function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(10_000) }).then(
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
        env: { ...serviceEnvironment, NODE_COMPILE_CACHE: join(stateDir, 'compile-cache'), ...environment },
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
    // Another program may have taken the port since it was free: its answer says nothing of this process.
    if (!readFileSync(logFile, 'utf8').includes('"listening"')) return false;
    return isReady(`http://127.0.0.1:${environment['PORT']}`);
  };
  await waitUntil(isUp, () => failure('is not ready. Its log ends:'));
  return { ...running, name, logFile };
}

/** Writes the demo data, which only user-api has. Throws what the command printed. */
export async function seedDemo(environment: Environment): Promise<void> {
  await runOfUserApi(['seed'], { ...environment, SEED_DEMO_DATA: 'yes' });
}

/** Runs the command that keeps the months of the request log, as a deployment does every day. */
export async function keepLogMonths(environment: Environment): Promise<void> {
  await runOfUserApi(['request-log', 'months'], environment);
}

async function runOfUserApi(args: string[], env: Environment): Promise<void> {
  const command = ['--disable-warning=ExperimentalWarning', 'bin/latchkey-user-api.ts', ...args];
  await runToEnd(process.execPath, command, { cwd: findServiceDir('user-api'), env });
}
