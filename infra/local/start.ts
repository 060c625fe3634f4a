import { closeSync, mkdirSync, openSync, readSync, unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';
import { withDatabaseName } from '@latchkey/database';
import { startMailbox } from '@latchkey/testing/mailbox';
import { readTail } from './child-process.ts';
import type { Urls } from './environment.ts';
import { launchStack, type LaunchedStack } from './launch-stack.ts';
import { endLeftovers, lockRunner } from './leftovers.ts';
import { stateDir } from './paths.ts';
import { internalPortStep, isTaken, readPort } from './ports.ts';
import { startPostgres } from './postgres.ts';
import { generateClients } from './prisma-generate.ts';
import { showStep } from './progress.ts';
import { startRedis } from './redis.ts';
import { runCommand } from './run-command.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { mapServices, readPorts, services, type ServiceName } from './service-list.ts';
import { keepLogMonths } from './service-process.ts';
import type { Teardown } from './teardown.ts';

const logDir = join(stateDir, 'logs');
const mailboxVariable = 'MAILBOX_PORT';
/** The mailbox takes mails this far above the port of its page. */
const smtpPortStep = 21;

interface Ports {
  readonly services: Record<ServiceName, number>;
  readonly mailbox: { readonly pagePort: number; readonly smtpPort: number };
}

function readAllPorts(): Ports {
  const pagePort = readPort(mailboxVariable, 4004);
  return { services: readPorts(), mailbox: { pagePort, smtpPort: pagePort + smtpPortStep } };
}

async function assertPortsFree(ports: Ports): Promise<void> {
  const needed = [
    ...services.flatMap(({ name, portVariable: variable }) => {
      const port = ports.services[name];
      return [port, port + internalPortStep].map((one) => ({ name, variable, port: one }));
    }),
    ...Object.values(ports.mailbox).map((port) => ({ name: 'the mailbox', variable: mailboxVariable, port })),
  ];
  for (const { name, variable, port } of needed) {
    const other = needed.find((one) => one.port === port && one.variable !== variable);
    if (other !== undefined)
      throw new Error(`${name} and ${other.name} both need port ${port}: change ${variable}.`);
    if (!(await isTaken(port))) continue;
    throw new Error(
      `Port ${port}, which ${name} needs, is taken. Stop the program that listens there, or set ${variable} to another port.`,
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

async function startEverything(ports: Ports, teardown: Teardown): Promise<LaunchedStack> {
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
  const mailbox = await startMailbox(ports.mailbox);
  teardown.add(mailbox.stop);
  const stack = await launchStack(
    { ports: ports.services, databaseUrls, redisUrl, mailUrl: mailbox.smtpUrl, secrets, logDir, showStep },
    teardown,
  );
  // The migrations made the first months. A stack that is started again later needs those that follow.
  await keepLogMonths(stack.environments['user-api']);
  return stack;
}

/** Resolves never while all services live; throws the end of the log of the first that dies. */
async function watchServices({ processes }: LaunchedStack): Promise<never> {
  const { sso, 'user-api': userApi, drop } = processes;
  const deaths = [sso, userApi, drop].map((service) => service.ended.then(() => service));
  const dead = await Promise.race(deaths);
  throw new Error(`${dead.name} ended unexpectedly. The end of its log:\n${readTail(dead.logFile)}`);
}

/** Prints what is added to a log, each line after `label`. Returns the end of it. */
function followLog(logFile: string, label: string): () => void {
  const file = openSync(logFile, 'r');
  const buffer = Buffer.alloc(64 * 1024);
  let position = 0;
  let rest = '';
  const print = (): void => {
    for (let size = readSync(file, buffer, 0, buffer.length, position); size > 0;) {
      position += size;
      rest += buffer.toString('utf8', 0, size);
      size = readSync(file, buffer, 0, buffer.length, position);
    }
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) console.log(`${label} | ${line}`);
  };
  watchFile(logFile, { interval: 200 }, print);
  return () => {
    unwatchFile(logFile);
    print();
    closeSync(file);
  };
}

/** What a first-time user reads once everything runs. Source: contract part 4 "Demo data". */
function makeScreen(urls: Urls, { pagePort }: Ports['mailbox']): string {
  return `
Latchkey is running.

  sso        ${urls.sso}    docs at ${urls.sso}/docs
  user-api   ${urls.userApi}    docs at ${urls.userApi}/docs
  drop       ${urls.drop}    docs at ${urls.drop}/docs
  mailbox    http://localhost:${pagePort}    the mails that Latchkey sends

Pages for people: ${urls.sso}/account, /signup and /reset; links arrive in the mailbox.

Demo accounts, all with the password latchkey-demo-password
  demo@latchkey.test     a user, member of acme
  admin@latchkey.test    an admin, owner of acme
  root@latchkey.test     the operator
  totp@latchkey.test     a user with TOTP, secret JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP

Demo clients
  demo-cli        public
  latchkey-cli    public, may ask for operator power
  demo-rp         client_secret_post     demo-secret-demo-rp
  demo-rp-basic   client_secret_basic    demo-secret-demo-rp-basic
  demo-backend    client_secret_post     demo-secret-demo-backend (client_credentials, relay)

Try next, in another terminal
  npm run demo              play a relying party and approve it in your browser
  npm run demo -- --auto    the same, approving by itself
  npx latchkey login --sso ${urls.sso}    the command: log in as demo@latchkey.test

Logs are in .latchkey/logs. Ctrl-C stops everything; the data stays until npm run reset.
`;
}

async function run(teardown: Teardown): Promise<number> {
  console.log('Starting Latchkey');
  lockRunner(stateDir, teardown);
  mkdirSync(logDir, { recursive: true });
  await endLeftovers(logDir);
  const ports = readAllPorts();
  await assertPortsFree(ports);
  await showStep('Generating database clients', generateClients);
  const stack = await startEverything(ports, teardown);
  if (process.argv.includes('--verbose')) {
    for (const { name, logFile } of Object.values(stack.processes)) teardown.add(followLog(logFile, name));
  }
  console.log(makeScreen(stack.urls, ports.mailbox));
  return watchServices(stack);
}

await runCommand(run, ({ code, stopAsked }) => {
  if (stopAsked) console.log('Everything is stopped; the data is kept.');
  return code;
});
