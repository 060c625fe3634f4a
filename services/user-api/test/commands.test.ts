import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '@latchkey/database';
import { createTestDatabase } from '@latchkey/testing';
import { install } from '@sinonjs/fake-timers';
import type { Account } from '../src/accounts/account.ts';
import { installation } from '../src/clients/client.ts';
import { program } from '../src/commands/program.ts';
import { argon2 } from '../src/signing-in/password/argon2.ts';
import { createTextSealer } from '../src/signing-in/totp/text-sealer.ts';
import { createDatabase, insertRows, type Database } from '../src/store/database.ts';
import { writeLog } from '../src/store/request-log/write-log.ts';
import { makeAccount, makeClient, makeSession } from './setup/accounts.ts';
import { createAuthenticator } from './setup/authenticator.ts';
import { makeLogEntry } from './setup/make-log-entry.ts';
import { insertAccount, insertClient } from './store/rows.ts';

const key = randomBytes(32);
const userApi = 'https://api.example.test';
const drop = 'https://drop.example.test';
const identity = ['openid', 'profile', 'email', 'groups', 'offline_access'];

let made: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;

beforeAll(async () => {
  made = await createTestDatabase({ service: 'user-api' });
  database = createDatabase(made.url);
});
afterAll(async () => {
  await database.close();
  await made.drop();
});
beforeEach(async () => {
  await database.prisma.$executeRaw`truncate users, orgs, oauth_clients, client_secrets cascade`;
});

async function run(args: string, env: Record<string, string | undefined> = {}, isTerminal = true) {
  let [printed, complained] = ['', ''];
  const code = await runCommandLine(program, args.split(' '), {
    env: {
      NODE_ENV: 'test',
      DATABASE_URL: made.url,
      SEALING_KEYS: `s1:${key.toString('base64url')}`,
      USER_API_URL: `${userApi}/`,
      DROP_URL: drop,
      ...env,
    },
    isTerminal,
    print: (text) => void (printed += text),
    complain: (text) => void (complained += text),
  });
  return { code, printed, complained };
}

const json = (text: string) => JSON.parse(text) as Record<string, string>;
const countRows = async () => [
  await database.prisma.user.count(),
  await database.prisma.oAuthClient.count(),
  await database.prisma.clientSecret.count(),
];

/** One whom the command has made, but for the hash, which costs most of it. */
const addOperator = () =>
  insertAccount(
    database,
    makeAccount({
      id: crypto.randomUUID(),
      email: 'ops@example.test',
      kind: 'admin',
      firstPasswordUntil: new Date(),
      totpSecret: 'sealed',
    }),
  );

describe('latchkey-user-api', () => {
  test.each([
    ['operators remove --email a@b.test', 'There is no command operators remove'],
    ['operators create', '--email must be'],
    ['operators reset --totp', '--email must be'],
    ['operators create --email nobody', '--email must be'],
    ['operators create --email a@b.test --kind user', '--kind must be'],
    ['operators create --email a@b.test --secret x', 'Unknown option --secret.'],
    ['operators create --email a@b.test --name !', '--name must be'],
    ['operators create --email a@b.test --out x --print', 'Only one of --out and --print can be given'],
    ['operators reset --email a@b.test --out=', '--out must name a file'],
    ['clients create', '--name must be'],
  ])('"%s" ends with 2, says why, and changes nothing', async (args, sentence) => {
    const { code, printed, complained } = await run(args);
    expect([code, printed]).toEqual([2, '']);
    expect(complained).toContain(sentence);
    expect(await countRows()).toEqual([0, 0, 0]);
  });

  test.each([
    ['--help', 0],
    ['operators', 2],
    ['operators create --help', 0],
    ['help', 0],
  ])('"%s" shows the usage and ends with %i', async (args, ended) => {
    const { code, printed } = await run(args);
    expect([code, printed.slice(0, 5)]).toEqual([ended, 'Usage']);
  });

  test.each([
    ['no DATABASE_URL', { DATABASE_URL: undefined }, 'DATABASE_URL is missing'],
    [
      'a database that is down',
      { DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/a' },
      'the database does not answer',
    ],
    [
      'plain addresses in production',
      { NODE_ENV: undefined, USER_API_URL: 'http://a.test' },
      'USER_API_URL must be an https',
    ],
  ])('%s ends with 1 and says so', async (_what, env, sentence) => {
    const { code, printed, complained } = await run('operators create --email a@b.test', env);
    expect([code, printed]).toEqual([1, '']);
    expect(complained).toContain(sentence);
  });

  test('a database without the migrations ends with 1 and says so', async () => {
    const empty = await createTestDatabase();
    const { code, complained } = await run('operators create --email a@b.test', { DATABASE_URL: empty.url });
    await empty.drop();
    expect(code).toBe(1);
    expect(complained).toContain('the database is not migrated');
  });
});

describe('operators create', () => {
  test('makes an operator who must change the password and give a one-time code', async () => {
    const { code, printed } = await run('operators create --email Ops@Example.test --json');
    const {
      one_time_password: password = '',
      one_time_code_secret: secret,
      otpauth_url: url,
    } = json(printed);
    const user = await database.prisma.user.findUniqueOrThrow({ where: { email: 'ops@example.test' } });
    expect(code).toBe(0);
    expect(user).toMatchObject({
      kind: 'admin',
      status: 'active',
      name: 'ops@example.test',
      emailVerifiedAt: expect.any(Date) as Date,
      firstPasswordUntil: expect.any(Date) as Date,
    });
    expect(password).toMatch(/^[\w-]{24}$/);
    const days = ((user.firstPasswordUntil?.getTime() ?? 0) - Date.now()) / (24 * 3600 * 1000);
    expect(days).toBeCloseTo(7, 2);
    expect(await argon2.verify(user.passwordHash ?? '', password)).toBe(true);
    const sealer = createTextSealer({ keys: [{ kid: 's1', key }], randomBytes });
    expect(sealer.open(user.totpSecret ?? '', user.id)).toBe(secret);
    expect(url).toBe(`otpauth://totp/Latchkey:ops%40example.test?secret=${secret}&issuer=Latchkey`);
  });

  test('makes latchkey-cli, which gets its rights by name alone', async () => {
    const { printed } = await run('operators create --email ops@example.test --kind root');
    expect(printed).toContain('The client latchkey-cli was made.');
    const client = await database.prisma.oAuthClient.findUniqueOrThrow({
      where: { clientId: 'latchkey-cli' },
    });
    expect(client).toMatchObject({
      ...installation,
      type: 'public',
      tokenEndpointAuthMethod: 'none',
      grantTypes: ['authorization_code', 'device_code', 'refresh_token'],
      redirectUris: ['http://127.0.0.1/callback'],
      scopes: [...identity, 'account', 'clients', 'orgs', 'admin'],
      defaultScopes: identity,
      audiences: [userApi, drop],
      defaultAudiences: [userApi, drop],
    });
  });

  test('leaves a latchkey-cli alone that is there', async () => {
    await run('operators create --email one@example.test');
    await database.prisma.oAuthClient.updateMany({ data: { name: 'Ours', archivedAt: new Date() } });
    const before = await database.prisma.oAuthClient.findMany();
    const { printed } = await run('operators create --email two@example.test');
    expect(printed).toContain('The client latchkey-cli is there already.');
    expect(await database.prisma.oAuthClient.findMany()).toEqual(before);
  });

  const already = /^ops@example\.test is an operator already\. Nothing was changed\.\n$/;
  const none = /^latchkey-user-api: ops@example\.test is no active operator: .*\. Nothing was changed\.\n$/;

  test.each<[string, object, number, [RegExp, RegExp]]>([
    ['another operator', {}, 0, [already, /^$/]],
    ['a person', { kind: 'user', firstPasswordUntil: null }, 3, [/^$/, none]],
    ['a disabled operator', { status: 'disabled' }, 3, [/^$/, none]],
    ['a deleted account', { status: 'deleted' }, 3, [/^$/, none]],
  ])('changes nothing and prints no secret for the address of %s', async (_what, data, end, texts) => {
    await addOperator();
    await database.prisma.user.updateMany({ data });
    await database.prisma.oAuthClient.deleteMany();
    const before = await database.prisma.user.findMany();
    const { code, printed, complained } = await run('operators create --email OPS@example.test --kind root');
    expect(code).toBe(end);
    expect(printed).toMatch(texts[0]);
    expect(complained).toMatch(texts[1]);
    expect(await database.prisma.user.findMany()).toEqual(before);
    expect(await countRows()).toEqual([1, 0, 0]);
  });

  test('retires an account that signed up without a proof of the address, and makes the operator', async () => {
    const squatter = makeAccount({ email: 'ops@example.test', emailVerifiedAt: null });
    await insertAccount(database, squatter);
    await insertClient(database, makeClient({ clientId: 'of-the-squatter', ownerId: squatter.id }));
    const { code, printed } = await run('operators create --email ops@example.test');
    expect(code).toBe(0);
    expect(printed).toContain('An account that signed up as ops@example.test without a proof was retired.');
    const { id } = await database.prisma.user.findUniqueOrThrow({ where: { email: 'ops@example.test' } });
    expect(id).not.toBe(squatter.id);
    expect(await database.prisma.user.findUniqueOrThrow({ where: { id: squatter.id } })).toMatchObject({
      email: `retired:${squatter.id}`,
      status: 'deleted',
      kind: 'user',
      passwordHash: null,
    });
    const clients = { where: { clientId: 'of-the-squatter' } };
    expect((await database.prisma.oAuthClient.findFirstOrThrow(clients)).archivedAt).not.toBeNull();
  });

  test.each<[string, Account[]]>([
    ['a free address', []],
    ['one that was not proven', [makeAccount({ email: 'ops@example.test', emailVerifiedAt: null })]],
  ])(
    'of six calls at the same time for %s, one makes the account and shows a password',
    async (_what, all) => {
      for (const account of all) await insertAccount(database, account);
      // A run that PostgreSQL does not answer in time beside others changes nothing, and is made again.
      const create = async () => {
        let done = await run('operators create --email ops@example.test');
        for (let again = 0; again < 3 && done.code !== 0; again += 1)
          done = await run('operators create --email ops@example.test');
        return done;
      };
      const runs = await Promise.all(Array.from({ length: 6 }, create));
      expect(runs.filter(({ code }) => code !== 0)).toEqual([]);
      expect(runs.filter(({ printed }) => printed.includes('one_time_password'))).toHaveLength(1);
      expect(await countRows()).toEqual([1 + all.length, 1, 0]);
    },
  );
});

describe.each(['create', 'reset'])('the secrets of operators %s', (command) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-commands-'));
  const out = join(folder, 'operator');
  const args = `operators ${command} --email ops@example.test`;
  const runLogged = (more: string) => run(`${args} ${more}`.trim(), {}, false);
  const names =
    command === 'create' ? 'one_time_password one_time_code_secret otpauth_url' : 'one_time_password';
  beforeEach(async () => {
    rmSync(out, { force: true });
    if (command === 'reset') await addOperator();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('are in a new file that only its owner can read, and not in the output', async () => {
    const { code, printed } = await runLogged(`--out ${out} --json`);
    expect([code, json(printed)]).toEqual([0, { out }]);
    const secrets = json(readFileSync(out, 'utf8'));
    expect(Object.keys(secrets).join(' ')).toBe(names);
    expect(statSync(out).mode & 0o777).toBe(0o600);
    const { passwordHash } = await database.prisma.user.findFirstOrThrow();
    expect(await argon2.verify(passwordHash ?? '', secrets['one_time_password'] ?? '')).toBe(true);
  });

  test('are lines of a file without --json, and the output says where', async () => {
    const { printed } = await runLogged(`--out ${out}`);
    expect(printed.endsWith(`\n  out  ${out}\n`)).toBe(true);
    expect(readFileSync(out, 'utf8')).toMatch(/^ {2}one_time_password +[\w-]{24}\n/);
  });

  test('are not written over a file: it ends with 1 and changes nothing', async () => {
    writeFileSync(out, 'mine');
    const before = await database.prisma.user.findMany();
    const { code, printed, complained } = await runLogged(`--out ${out}`);
    expect([code, printed, readFileSync(out, 'utf8')]).toEqual([1, '', 'mine']);
    expect(complained).toContain(`--out: ${out} cannot be made: it exists already. Nothing was changed.`);
    expect(await database.prisma.user.findMany()).toEqual(before);
  });

  test('are not printed where the output is no terminal, unless --print asks for it', async () => {
    const before = await database.prisma.user.findMany();
    const { code, printed, complained } = await runLogged('');
    expect([code, printed]).toEqual([1, '']);
    expect(complained).toContain('standard output is no terminal');
    expect(await database.prisma.user.findMany()).toEqual(before);
    expect((await runLogged('--print')).printed).toMatch(/^ {2}one_time_password +[\w-]{24}$/m);
  });

  test('leave no file where there are none', async () => {
    if (command === 'create') await addOperator();
    else await database.prisma.user.updateMany({ data: { kind: 'user' } });
    const { code, printed } = await runLogged(`--out ${out}`);
    expect([code, existsSync(out)]).toEqual([command === 'create' ? 0 : 3, false]);
    expect(printed).not.toContain(out);
  });
});

describe('operators reset', () => {
  const find = () => database.prisma.user.findUniqueOrThrow({ where: { email: 'ops@example.test' } });
  const dayMs = 24 * 3600 * 1000;

  test('gives an operator a new first password, ends the sign-ins, and writes a row of the request log', async () => {
    await addOperator();
    await database.prisma.user.updateMany({ data: { firstPasswordUntil: null, totpLastStep: 7 } });
    const before = await find();
    const session = makeSession({ id: crypto.randomUUID(), userId: before.id, createdAt: new Date() });
    await database.execute(insertRows('sessions', [session]));
    const { code, printed } = await run('operators reset --email OPS@example.test --json');
    const { one_time_password: password = '', ...more } = json(printed);
    const after = await find();
    expect([code, more]).toEqual([0, {}]);
    expect(await argon2.verify(after.passwordHash ?? '', password)).toBe(true);
    expect(((after.firstPasswordUntil?.getTime() ?? 0) - Date.now()) / dayMs).toBeCloseTo(7, 2);
    expect([after.totpSecret, after.totpLastStep]).toEqual([before.totpSecret, 7n]);
    expect(after.tokensValidAfter).not.toBeNull();
    expect((await database.prisma.session.findFirstOrThrow()).revokedAt).not.toBeNull();
    const rows = await database.prisma.$queryRaw`
      select event, outcome, actor_id, ip, user_agent from request_log where user_id = ${before.id}::uuid`;
    const row = { event: 'operator.reset', outcome: 'success', actor_id: null, ip: '' };
    expect(rows).toEqual([{ ...row, user_agent: 'latchkey-user-api operators reset' }]);
  });

  test('--totp makes a new one-time-code secret as well', async () => {
    await addOperator();
    await database.prisma.user.updateMany({ data: { totpLastStep: 7, totpPending: 'pending' } });
    const { printed } = await run('operators reset --email ops@example.test --totp --json');
    const { one_time_code_secret: secret, otpauth_url: url } = json(printed);
    const user = await find();
    const sealer = createTextSealer({ keys: [{ kid: 's1', key }], randomBytes });
    expect(sealer.open(user.totpSecret ?? '', user.id)).toBe(secret);
    expect([user.totpLastStep, user.totpPending]).toEqual([null, null]);
    expect(url).toContain(`secret=${secret}`);
  });

  test.each([
    ['', ['operator.reset'], 1],
    ['--passkeys', ['admin.user.reset_passkeys', 'operator.reset'], 0],
  ])('%s writes the rows %j, each with a mail, and leaves %d passkey', async (flag, rows, left) => {
    await addOperator();
    const { id: userId } = await find();
    await database.prisma.user.updateMany({ data: { passkeyHandle: 'handle' } });
    await database.prisma.passkey.create({ data: createAuthenticator().record(userId, 'handle') });
    const mail = { MAIL_URL: 'smtp://mail.test', MAIL_FROM: 'no-reply@example.test' };
    expect((await run(`operators reset --email ops@example.test ${flag}`.trim(), mail)).code).toBe(0);
    const where = { userId };
    const written = await database.prisma.requestLogEntry.findMany({ where, orderBy: { event: 'asc' } });
    expect(written.map(({ event }) => event)).toEqual(rows);
    const mails = await database.prisma.mail.findMany({ where: { userId, kind: 'changed' } });
    expect(mails.map(({ facts }) => (facts as { event: string }).event).toSorted()).toEqual(rows);
    expect(await database.prisma.passkey.count({ where })).toBe(left);
    expect((await find()).passkeyHandle).toBe(left === 0 ? null : 'handle');
  });

  test.each<[string, object, string]>([
    ['a person', { kind: 'user' }, 'is no active operator: kind user, status active.'],
    ['a disabled operator', { status: 'disabled' }, 'is no active operator: kind admin, status disabled.'],
    ['nobody', { email: 'other@example.test' }, 'has no account.'],
  ])('ends with 3 and changes nothing for the address of %s', async (_what, data, sentence) => {
    await addOperator();
    await database.prisma.user.updateMany({ data });
    const before = await database.prisma.user.findMany();
    const { code, printed, complained } = await run('operators reset --email ops@example.test --totp');
    expect([code, printed]).toEqual([3, '']);
    expect(complained).toContain(`ops@example.test ${sentence} Nothing was changed.`);
    expect(await database.prisma.user.findMany()).toEqual(before);
  });
});

describe('clients create', () => {
  beforeEach(addOperator);

  const only = () => database.prisma.oAuthClient.findFirstOrThrow({ include: { secrets: true } });

  test('makes a confidential client with what the contract gives by default', async () => {
    const { code, printed } = await run('clients create --name Backend --json');
    const { client_id: clientId, client_secret: secret } = json(printed);
    const { secrets, ...client } = await only();
    expect(code).toBe(0);
    expect(clientId).toMatch(/^c_[\w-]{22}$/);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(secrets).toHaveLength(1);
    expect(JSON.stringify(secrets)).not.toContain(secret);
    expect(client).toMatchObject({
      clientId,
      name: 'Backend',
      type: 'confidential',
      ...installation,
      tokenEndpointAuthMethod: 'client_secret_basic',
      grantTypes: ['device_code', 'refresh_token'],
      scopes: identity,
      defaultScopes: identity,
      audiences: [userApi, drop],
      defaultAudiences: [userApi],
    });
  });

  test('shows its secret nowhere but on a terminal, in a new file, or with --print', async () => {
    const refused = await run('clients create --name a', {}, false);
    expect([refused.code, refused.printed]).toEqual([1, '']);
    expect(refused.complained).toContain('standard output is no terminal');
    expect(await countRows()).toEqual([1, 0, 0]);
    expect((await run('clients create --name a --public', {}, false)).code).toBe(0);
    const { printed } = await run('clients create --name b --print --json', {}, false);
    expect(json(printed)).toHaveProperty('client_secret');
  });

  test('takes every list that is named; a right is no default unless it is named as one', async () => {
    const lists =
      '--grants urn:ietf:params:oauth:grant-type:device_code,relay --scopes openid,admin,api.read ' +
      `--audiences https://api.example.com,${drop} --default-audiences ${drop}`;
    await run(`clients create --name a --auth client_secret_post ${lists}`);
    expect(await only()).toMatchObject({
      tokenEndpointAuthMethod: 'client_secret_post',
      grantTypes: ['device_code', 'relay'],
      scopes: ['openid', 'admin', 'api.read'],
      defaultScopes: ['openid'],
      audiences: ['https://api.example.com', drop],
      defaultAudiences: [drop],
    });
  });

  test('sets the addresses to lead back to', async () => {
    const uris =
      '--redirect-uris http://127.0.0.1/a,https://a.test/b --post-logout-redirect-uris https://a.test/';
    await run(`clients create --name a --grants authorization_code ${uris}`);
    expect(await only()).toMatchObject({
      grantTypes: ['authorization_code'],
      redirectUris: ['http://127.0.0.1/a', 'https://a.test/b'],
      postLogoutRedirectUris: ['https://a.test/'],
    });
  });

  test('sets the flags that are named, and none otherwise', async () => {
    await run('clients create --name a');
    const none = { vouches: [], introspects: false, namesVisitors: false };
    expect(await only()).toMatchObject(none);
    await database.prisma.clientSecret.deleteMany();
    await database.prisma.oAuthClient.deleteMany();
    await run('clients create --name a --vouches example.com,example.org --introspects --names-visitors');
    const flags = { vouches: ['example.com', 'example.org'], introspects: true, namesVisitors: true };
    expect(await only()).toMatchObject(flags);
  });

  test('sets the device policy that is named, any otherwise', async () => {
    await run('clients create --name a --public');
    expect(await only()).toMatchObject({ devicePolicy: 'any' });
    await database.prisma.oAuthClient.deleteMany();
    await run('clients create --name a --public --device-policy same_network');
    expect(await only()).toMatchObject({ devicePolicy: 'same_network' });
  });

  test('ends with 2 for another device policy, and names those there are', async () => {
    const { code, complained } = await run('clients create --name a --device-policy none');
    expect(code).toBe(2);
    expect(complained).toContain('--device-policy must be one of any, typed, same_network.');
  });

  test('makes a public client without a secret', async () => {
    const { printed } = await run('clients create --name a --public');
    expect(printed).not.toContain('client_secret');
    expect(await only()).toMatchObject({ type: 'public', tokenEndpointAuthMethod: 'none', secrets: [] });
  });

  test('gives it to the account or the org that is named', async () => {
    const org = {
      id: crypto.randomUUID(),
      slug: 'acme',
      name: 'Acme',
      status: 'active',
      createdAt: new Date(),
    };
    await database.prisma.org.create({ data: org });
    await run('clients create --name a --owner acme');
    expect(await only()).toMatchObject({ ownerKind: 'org', ownerId: org.id });
    await database.prisma.clientSecret.deleteMany();
    await database.prisma.oAuthClient.deleteMany();
    await run('operators create --email other@example.test');
    await database.prisma.oAuthClient.deleteMany();
    const other = await database.prisma.user.findUniqueOrThrow({ where: { email: 'other@example.test' } });
    await run('clients create --name a --owner OTHER@example.test');
    expect(await only()).toMatchObject({ ownerKind: 'user', ownerId: other.id });
  });

  test.each([
    ['--public --auth client_secret_post', '--auth: The method of a public client is none.'],
    [
      '--auth private_key_jwt',
      '--auth: The method of a confidential client is client_secret_basic or client_',
    ],
    ['--grants password', '--grants: The grants of a client are among'],
    ['--redirect-uris com.example.app:/cb', '--redirect-uris: com.example.app:/cb is neither https'],
    ['--vouches http://a', '--vouches: vouches must contain domains'],
    ['--public --introspects', '--introspects: A public client cannot have this flag'],
    ['--public --grants relay', '--grants: A public client cannot have the grant relay.'],
    ['--public --grants client_credentials', 'A public client cannot'],
    ['--scopes "a"', 'is no scope'],
    ['--audiences nowhere', '--audiences: audiences must contain at least one URL'],
    [
      '--default-scopes admin',
      "--default-scopes: A default must also be in the client's list, and admin is not.",
    ],
    [
      '--default-audiences https://other.test',
      "--default-audiences: A default must also be in the client's list",
    ],
    ['--audiences https://other.test', '--default-audiences: At least one default audience must be named.'],
    ['--owner nobody@example.test', 'there is no account and no org'],
  ])('%s ends with 1 and makes nothing', async (args, sentence) => {
    const { code, printed, complained } = await run(`clients create --name a ${args}`);
    expect([code, printed]).toEqual([1, '']);
    expect(complained).toContain(sentence);
    expect(await countRows()).toEqual([1, 0, 0]);
  });
});

describe('request-log months', () => {
  const months = (env: Record<string, string | undefined> = {}) =>
    run('request-log months --json', {
      SEALING_KEYS: undefined,
      USER_API_URL: undefined,
      DROP_URL: undefined,
      ...env,
    });
  const monthsAgo = (count: number) => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 15));
  };
  const nameOf = (time: Date) => `request_log_${time.toISOString().slice(0, 7).replace('-', '_')}`;

  test('makes what is missing and drops what is old, needs DATABASE_URL alone, and may run again', async () => {
    const partitions = await database.prisma.$queryRaw<{ month: string }[]>`
      select month from request_log_months()`;
    for (const { month } of partitions) await database.prisma.$executeRawUnsafe(`drop table ${month}`);
    await database.prisma.$executeRaw`select make_request_log_months(${monthsAgo(5)}, 16)`;
    const rows = [5, 4, 3, 2, 1].map((count) => makeLogEntry({ createdAt: monthsAgo(count) }));
    await database.execute(writeLog(rows));
    const limit = Date.now() - 90 * 24 * 3600 * 1000;
    const old = rows.filter(({ createdAt }) => createdAt.getTime() <= limit);
    const { code, complained, printed } = await months();
    expect([code, complained]).toEqual([0, '']);
    expect(JSON.parse(printed)).toEqual({
      made: [nameOf(monthsAgo(-12))],
      dropped: old.map(({ createdAt }) => ({ month: nameOf(createdAt), rows: 1 })),
      in_use: null,
      end: expect.stringMatching(/-01T00:00:00.000Z$/),
    });
    const again = await run('request-log months');
    expect(again).toEqual({
      code: 0,
      complained: '',
      printed: expect.stringMatching(/^The request log has months until \d{4}-\d\d-01\.\n$/),
    });
  });

  test('drops nothing because the clock of its own machine is ahead', async () => {
    const year = 365 * 24 * 3600 * 1000;
    const clock = install({ now: Date.now() + year, toFake: ['Date'] });
    const { code, printed } = await months();
    clock.uninstall();
    expect(code).toBe(0);
    expect(JSON.parse(printed)).toMatchObject({ made: [], dropped: [] });
  });

  test.each([
    ['a database that is down', { DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/a' }, 'does not answer'],
    ['no DATABASE_URL', { DATABASE_URL: undefined }, 'DATABASE_URL is missing'],
    [
      'plain credentials in production',
      { NODE_ENV: undefined, DATABASE_URL: 'postgresql://a@h/a' },
      'DATABASE_URL',
    ],
  ])('%s ends with 1 and says so', async (_what, env, sentence) => {
    const { code, printed, complained } = await months(env);
    expect([code, printed]).toEqual([1, '']);
    expect(complained).toContain(sentence);
  });
});
