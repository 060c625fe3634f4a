import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient, withDatabaseName } from '@latchkey/database';
import { createLocalCertificate } from '@latchkey/testing';
import { rootDir } from '../../infra/local/paths.ts';
import { findFreePort } from '../../infra/local/ports.ts';
import { startPostgres } from '../../infra/local/postgres.ts';
import { makeRedisUsers } from '../../infra/local/redis-users.ts';
import { startRedis } from '../../infra/local/redis.ts';
import type { ServiceName } from '../../infra/local/service-list.ts';
import type { Teardown } from '../../infra/local/teardown.ts';
import { createGuidePerson, operator } from './guide-person.ts';
import { openShell, readBlocks } from './guide.ts';
import { writeCurl, writeProgram } from './write-program.ts';

const guide = join(rootDir, 'docs/operating.md');
/** The blocks of shell commands of docs/operating.md. */
export const blocks = readBlocks(guide);
const [makeDatabase = '', giveRights = ''] = readBlocks(guide, 'sql').map(({ commands }) => commands);
const databases = ['sso', 'user_api', 'drop'] as const;

/** What passes requests on to the services, and ends TLS: it answers the three public addresses. */
export type OpenFronts = (
  site: { readonly folder: string; readonly ports: readonly number[] } & ReturnType<
    typeof createLocalCertificate
  >,
  teardown: Teardown,
) => Promise<readonly string[]>;

/** SSO_REDIS and the others: `user:password` of the address of each service. */
const redisLogins = (urls: Record<ServiceName, string>) =>
  Object.fromEntries(
    Object.entries(urls).map(([name, address]) => {
      const { username, password } = new URL(address);
      return [`${name.toUpperCase().replace('-', '_')}_REDIS`, `${username}:${password}`];
    }),
  );

type Site = Awaited<ReturnType<typeof prepareSite>>;

/** Runs the statements of the guide for one database; its roles have these passwords. */
async function makeOne(superuserUrl: string, database: string, passwords: readonly string[]): Promise<void> {
  const left = [...passwords];
  const fit = (sql: string) =>
    sql.replace(/\bsso(?=\b|_migrate)/g, database).replace(/'PASSWORD'/g, () => `'${left.shift()}'`);
  await withClient(superuserUrl, async (client) => {
    // A database is not made in a transaction, which several statements at once are.
    for (const statement of fit(makeDatabase).split(/(?<=;)\n/)) {
      const [, role] = /create role (\w+)/.exec(statement) ?? [];
      const found = await client.query('select from pg_roles where rolname = $1', [role]);
      if (found.rowCount === 0) await client.query(statement);
    }
  });
  await withClient(withDatabaseName(superuserUrl, database), (client) => client.query(fit(giveRights)));
}

/** What a site has before the guide begins: servers with passwords, and a proxy with TLS before each service. */
async function prepareSite(openFronts: OpenFronts, folder: string, teardown: Teardown) {
  const password = 'q8Zr1vXk3mTw9bLc5yHd7fNs2gJp4aUe';
  const postgres = await startPostgres(
    { folder: join(folder, 'postgres'), password, logFile: join(folder, 'postgres.log'), durable: false },
    teardown,
  );
  const redisPlan = { folder: undefined, password, logFile: join(folder, 'redis.log') };
  const redis = await startRedis(redisPlan, teardown);
  const passwords = databases.map(() => [randomUUID(), randomUUID()] as const);
  const makeDatabases = async () => {
    for (const [at, name] of databases.entries()) await makeOne(postgres, name, passwords[at] ?? []);
  };
  await makeDatabases();
  const logins = databases.flatMap((name, at): [string, string][] => [
    [`${name.toUpperCase()}_ROLE`, `${name}:${passwords[at]?.[0]}`],
    [`${name.toUpperCase()}_OWNER`, `${name}_migrate:${passwords[at]?.[1]}`],
  ]);
  const certificate = createLocalCertificate();
  const authority = join(folder, 'authority.crt');
  writeFileSync(authority, certificate.certificate);
  const ports = [await findFreePort(), await findFreePort(), await findFreePort()];
  const [sso = '', userApi = '', drop = ''] = await openFronts({ folder, ports, ...certificate }, teardown);
  const [ssoPort, userApiPort, dropPort] = ports.map(String);
  const values = {
    LATCHKEY_HOME: join(folder, 'home'),
    SSO: sso,
    USER_API: userApi,
    DROP: drop,
    POSTGRES: new URL(postgres).host,
    ...Object.fromEntries(logins),
    REDIS: new URL(redis).host,
    ...redisLogins(await makeRedisUsers(redis, randomUUID())),
    OPERATOR: operator,
    OPERATOR_NETWORKS: '198.51.100.7,127.0.0.0/8',
    BACKUP: join(folder, 'backup/first'),
    KEY_BACKUP: join(folder, 'keys.tar'),
    SSO_PORT: ssoPort ?? '',
    USER_API_PORT: userApiPort ?? '',
    DROP_PORT: dropPort ?? '',
  };
  return {
    folder,
    values,
    authority,
    certificate: certificate.certificate,
    async remakeDatabases() {
      for (const name of databases)
        await withClient(postgres, (client) => client.query(`drop database "${name}"`));
      await makeDatabases();
    },
  };
}

/** The PATH of the guide's shell. */
function makePath(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeCurl(bin);
  writeProgram(bin, 'latchkey-at-terminal', 'e2e/process/at-terminal.ts');
  return `${bin}:${process.env['PATH'] ?? ''}`;
}

const stopAll = 'for service in sso user-api drop; do stop "$service"; done';
const startAll = 'for service in sso user-api drop; do start "$service"; done; ready';

/** Plays every block of the guide that is unmarked or has one of these marks, and answers what they printed. */
export async function playGuide(
  { openFronts, marks }: { readonly openFronts: OpenFronts; readonly marks: readonly string[] },
  teardown: Teardown,
) {
  const folder = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'latchkey-operating-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const site: Site = await prepareSite(openFronts, folder, teardown);
  const trust = { NODE_EXTRA_CA_CERTS: site.authority, CURL_CA_BUNDLE: site.authority };
  const typed = join(folder, 'typed');
  const env = {
    PATH: makePath(folder),
    HOME: folder,
    TMPDIR: folder,
    TYPED: typed,
    ...site.values,
    ...trust,
  };
  const shell = openShell(env, teardown);
  const person = createGuidePerson(site.certificate, typed);
  let printed = '';
  const run = async (commands: string) => {
    const output = await shell.run(commands, person.watch);
    person.read(output);
    printed += output;
  };
  for (const { mark, commands } of blocks) {
    if (mark !== '' && !marks.includes(mark)) continue;
    if (mark === 'restore') {
      await run(stopAll);
      await site.remakeDatabases();
    }
    for (const part of splitBlock(commands)) {
      const code = /^latchkey admin (?!\w+ list)/.test(part) ? await person.nextCode() : undefined;
      const atTerminal = part.replace(/^latchkey login/, 'latchkey-at-terminal login');
      await run(code === undefined ? atTerminal : `LATCHKEY_CODE=${code} ${part}`);
    }
    if (mark === 'restore') {
      await run(startAll);
      // A login from before the restore works, and the keys open what they have sealed.
      await run('latchkey admin orgs list');
      await run('as user-api latchkey-user-api secrets reseal');
    }
  }
  await run(stopAll);
  return { ...site, printed, secrets: person.secrets, sawPages: person.sawPages };
}

/** Commands of an operator one by one: each may ask for a code. */
const splitBlock = (commands: string): string[] =>
  commands.startsWith('latchkey ') ? commands.trimEnd().split('\n') : [commands];
