import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { withDatabaseName } from '@latchkey/migrations';
import { readTail } from './child-process.ts';
import { followLog } from './follow-log.ts';
import { launchStack, type LaunchedStack } from './launch-stack.ts';
import { endLeftovers } from './leftovers.ts';
import { stateDir } from './paths.ts';
import { isTaken } from './ports.ts';
import { startPostgres } from './postgres.ts';
import { generateClients } from './prisma-generate.ts';
import { showStep } from './progress.ts';
import { startRedis } from './redis.ts';
import { runCommand } from './run-command.ts';
import { lockRunner } from './runner-lock.ts';
import { makeScreen } from './screen.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { mapServices, services, type ServiceName } from './service-list.ts';
import type { Teardown } from './teardown.ts';

const logDir = join(stateDir, 'logs');

async function assertPortsFree(): Promise<void> {
  for (const { name, port } of services) {
    if (!(await isTaken(port))) continue;
    throw new Error(
      `Port ${port}, which ${name} needs, is taken. Stop the program that listens there and try again.`,
    );
  }
}

/** Databases of the caller's own where DATABASE_URL_… names them; the embedded server for the others. */
async function findDatabases(secrets: Secrets, teardown: Teardown): Promise<Record<ServiceName, string>> {
  const given = mapServices(({ databaseVariable }) => process.env[databaseVariable] ?? '');
  const embedded = services.some(({ name }) => given[name] === '')
    ? await showStep('Starting PostgreSQL', () =>
        startPostgres(
          {
            folder: join(stateDir, 'postgres'),
            password: secrets.postgresPassword,
            logFile: join(logDir, 'postgres.log'),
            durable: true,
          },
          teardown,
        ),
      )
    : '';
  return mapServices(({ name, database }) => given[name] || withDatabaseName(embedded, database));
}

async function startEverything(teardown: Teardown): Promise<LaunchedStack> {
  const secrets = await loadSecrets(stateDir);
  const databaseUrls = await findDatabases(secrets, teardown);
  const redisUrl = await showStep('Starting Redis', () =>
    startRedis(
      {
        folder: join(stateDir, 'redis'),
        password: secrets.redisPassword,
        logFile: join(logDir, 'redis.log'),
      },
      teardown,
    ),
  );
  const ports = mapServices(({ port }) => port);
  return launchStack({ ports, databaseUrls, redisUrl, secrets, logDir, showStep }, teardown);
}

/** Resolves never while all services live; throws the end of the log of the first that dies. */
async function watchServices({ processes }: LaunchedStack): Promise<never> {
  const { sso, 'user-api': userApi, drop } = processes;
  const deaths = [sso, userApi, drop].map((service) => service.ended.then(() => service));
  const dead = await Promise.race(deaths);
  throw new Error(`${dead.name} ended unexpectedly. The end of its log:\n${readTail(dead.logFile)}`);
}

async function run(teardown: Teardown): Promise<number> {
  console.log('Starting Latchkey');
  lockRunner(stateDir, teardown);
  mkdirSync(logDir, { recursive: true });
  await endLeftovers(logDir);
  await assertPortsFree();
  await showStep('Generating database clients', generateClients);
  const stack = await startEverything(teardown);
  if (process.argv.includes('--verbose')) {
    for (const { name, logFile } of Object.values(stack.processes)) teardown.add(followLog(logFile, name));
  }
  console.log(makeScreen(stack.urls));
  return watchServices(stack);
}

await runCommand(run, ({ code, stopAsked }) => {
  if (stopAsked) console.log('Everything is stopped; the data is kept.');
  return code;
});
