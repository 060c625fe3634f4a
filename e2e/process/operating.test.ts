import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient, withDatabaseName } from '@latchkey/database';
import { findProgram } from '../../infra/local/child-process.ts';
import { rootDir } from '../../infra/local/paths.ts';
import { findFreePort, isTaken } from '../../infra/local/ports.ts';
import { startPostgres } from '../../infra/local/postgres.ts';
import { repeatWhileBusy } from '../../infra/local/raw-requests.ts';
import { startRedis } from '../../infra/local/redis.ts';
import { createTeardown, type Teardown } from '../../infra/local/teardown.ts';
import { createLocalCertificate } from './certificate.ts';
import { openShell, readBlocks } from './guide.ts';
import { callHttps, startTlsProxy } from './tls-proxy.ts';
import { totpCode } from './totp-code.ts';

const operator = 'ops@example.com';
const newPassword = 'a long sentence that nobody else knows';
const blocks = readBlocks(join(rootDir, 'docs/operating.md'));
const [makeDatabase = '', giveRights = ''] = readBlocks(join(rootDir, 'docs/operating.md'), 'sql').map(
  ({ commands }) => commands,
);

/** Makes the databases and their roles as the guide shows it for sso, and answers what each role logs in with. */
async function prepareDatabases(superuserUrl: string): Promise<Record<string, string>> {
  const logins: Record<string, string> = {};
  for (const database of ['sso', 'user_api', 'drop']) {
    const fit = (sql: string) =>
      sql.replace(/\bsso(?=\b|_migrate)/g, database).replace(/'PASSWORD'/g, () => {
        const name = `${database.toUpperCase()}_${Object.keys(logins).length % 2 === 0 ? 'ROLE' : 'OWNER'}`;
        const role = name.endsWith('ROLE') ? database : `${database}_migrate`;
        const password = randomUUID();
        logins[name] = `${role}:${password}`;
        return `'${password}'`;
      });
    // A database is not made in a transaction, which several statements at once are.
    const statements = fit(makeDatabase).split(/(?<=;)\n/);
    await withClient(superuserUrl, async (client) => {
      for (const statement of statements) await client.query(statement);
    });
    await withClient(withDatabaseName(superuserUrl, database), (client) => client.query(fit(giveRights)));
  }
  return logins;
}

/** A free port, with the one of the internal listener above it. */
async function findPort(): Promise<number> {
  const port = await findFreePort();
  return port > 65_000 || (await isTaken(port + 100)) ? findPort() : port;
}

/** What a site has before the guide begins: servers with passwords, and a proxy with TLS before each service. */
async function prepareSite(folder: string, teardown: Teardown) {
  const password = 'q8Zr1vXk3mTw9bLc5yHd7fNs2gJp4aUe';
  const postgres = await startPostgres(
    { folder: join(folder, 'postgres'), password, logFile: join(folder, 'postgres.log'), durable: false },
    teardown,
  );
  const logins = await prepareDatabases(postgres);
  const redis = await startRedis(
    { folder: undefined, password, logFile: join(folder, 'redis.log') },
    teardown,
  );
  const certificate = createLocalCertificate();
  const authority = join(folder, 'authority.crt');
  writeFileSync(authority, certificate.certificate);
  const ports = [await findPort(), await findPort(), await findPort()] as const;
  const [sso, userApi, drop] = await Promise.all(
    ports.map((port) => startTlsProxy(certificate, port, teardown)),
  );
  const values = {
    LATCHKEY_HOME: join(folder, 'home'),
    SSO: sso ?? '',
    USER_API: userApi ?? '',
    DROP: drop ?? '',
    POSTGRES: new URL(postgres).host,
    ...logins,
    REDIS: redis,
    OPERATOR: operator,
    OPERATOR_NETWORKS: '198.51.100.7,127.0.0.0/8',
    SSO_PORT: String(ports[0]),
    USER_API_PORT: String(ports[1]),
    DROP_PORT: String(ports[2]),
  };
  return { values, authority, certificate: certificate.certificate };
}

/** Plays the person at the page: a temporary password and a code, then a new password, then the approval. */
async function approve(
  { address, userCode }: { address: string; userCode: string },
  ca: string,
  secrets: Record<string, string>,
) {
  const page = new URL(address);
  const first = await callHttps(address, ca);
  // The sign-in gives the browser a session and another cookie of its own.
  let { cookie } = first;
  const post = async (fields: Record<string, string>) => {
    const form = { user_code: userCode, ...fields };
    const answer = await repeatWhileBusy(() =>
      callHttps(`${page.origin}/device_login`, ca, { cookie, form }),
    );
    if (answer.cookie !== '') ({ cookie } = answer);
    return answer;
  };
  const code = totpCode(secrets['one_time_code_secret'] ?? '', Date.now() / 1000);
  const password = secrets['one_time_password'] ?? '';
  const typed = { email: operator, password, code, decision: 'continue' };
  const asked = await post({ csrf: String(first.body['csrf']), ...typed });
  const [csrf, sealed_credentials] = ['csrf', 'sealed_credentials'].map((name) => String(asked.body[name]));
  const chosen = { new_password: newPassword, new_password_again: newPassword };
  const shown = await post({ csrf, sealed_credentials, ...chosen } as Record<string, string>);
  const { ticket, csrf: next } = shown.body;
  const done = await post({ csrf: String(next), ticket: String(ticket), decision: 'approve' });
  return { asked, shown, done };
}

const valuesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/^ {2}(\w+) +(\S+)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );

test('the site of the guide names each of its values once, and the test gives each a value', () => {
  const site = blocks.find(({ mark }) => mark === 'site')?.commands ?? '';
  const names = [...site.matchAll(/\b([A-Z_]+)=/g)].map(([, name = '']) => name);
  expect(names.toSorted()).toEqual([
    'DROP',
    'DROP_OWNER',
    'DROP_PORT',
    'DROP_ROLE',
    'LATCHKEY_HOME',
    'OPERATOR',
    'OPERATOR_NETWORKS',
    'POSTGRES',
    'REDIS',
    'SSO',
    'SSO_OWNER',
    'SSO_PORT',
    'SSO_ROLE',
    'USER_API',
    'USER_API_OWNER',
    'USER_API_PORT',
    'USER_API_ROLE',
  ]);
});

/** The PATH of the guide's shell. The guide is typed with curl, which a machine that only runs the tests may lack. */
function makePath(folder: string): string {
  const path = process.env['PATH'] ?? '';
  if (findProgram('curl') !== undefined) return path;
  const program = join(import.meta.dirname, 'curl.ts');
  const command = `exec '${process.execPath}' --disable-warning=ExperimentalWarning '${program}' "$@"`;
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/curl'), `#!/bin/sh\n${command}\n`, { mode: 0o755 });
  return `${join(folder, 'bin')}:${path}`;
}

describe('the guide', () => {
  test('leads from empty databases to a token with operator power', async () => {
    const teardown = createTeardown();
    try {
      const folder = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'latchkey-operating-'));
      teardown.add(() => rmSync(folder, { recursive: true, force: true }));
      const { values, authority, certificate } = await prepareSite(folder, teardown);
      const shell = openShell(
        {
          PATH: makePath(folder),
          HOME: folder,
          ...values,
          NODE_EXTRA_CA_CERTS: authority,
          CURL_CA_BUNDLE: authority,
        },
        teardown,
      );
      const secrets: Record<string, string> = {};
      const printed: string[] = [];
      for (const { mark, commands } of blocks) {
        if (mark !== '') continue;
        const output = await shell.run(commands);
        printed.push(output);
        Object.assign(secrets, valuesIn(output));
        const [, address, userCode] = /^Open (\S+) and type (\S+)$/m.exec(output) ?? [];
        if (address === undefined || userCode === undefined) continue;
        const { asked, shown, done } = await approve({ address, userCode }, certificate, secrets);
        expect([asked.status, asked.body['outcome']]).toEqual([200, 'choose_password']);
        expect([shown.status, shown.body['outcome']]).toEqual([200, 'confirm']);
        expect([done.status, done.body['outcome']]).toEqual([200, 'approved']);
      }
      const all = printed.join('');
      expect(all).toContain(`${operator} is an operator of kind admin.`);
      expect(all).toContain('The client latchkey-cli was made.');
      expect(all).toMatch(/^The token may: .*\badmin\b/m);
      expect(all).toMatch(/"slug":"acme"/);
      expect(statSync(join(values.LATCHKEY_HOME, 'signing-keys.json')).mode & 0o777).toBe(0o600);
      expect(statSync(join(values.LATCHKEY_HOME, 'sso.env')).mode & 0o777).toBe(0o600);
      for (const service of ['sso', 'user-api', 'drop']) {
        const log = readFileSync(join(values.LATCHKEY_HOME, `${service}.log`), 'utf8');
        expect(log).toContain('"listening"');
        expect(log).not.toMatch(/"level":"error"/);
        // What a role lacks shows first in upkeep, which only warns.
        expect(log).not.toContain('permission denied');
        for (const secret of Object.values(secrets)) expect(log).not.toContain(secret);
      }
    } finally {
      await teardown.run();
    }
  });
});
