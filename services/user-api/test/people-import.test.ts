import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '@latchkey/database';
import { createTestDatabase } from '@latchkey/testing';
import { program } from '../src/commands/program.ts';
import { createPasswordHash } from '../src/signing-in/password/password-hash.ts';
import { createTextSealer } from '../src/signing-in/totp/text-sealer.ts';
import { createDatabase, insertRows, type Database } from '../src/store/database.ts';
import { makeAccount, makeSession } from './setup/accounts.ts';
import { insertAccount, insertOrg } from './store/rows.ts';

const key = randomBytes(32);
const folder = mkdtempSync(join(tmpdir(), 'people-'));
const file = join(folder, 'people.jsonl');
const bcrypt = '$2a$06$If6bvum7DFjUnE9p2uDeDu0YHzrHM6tf.iqN8.yx.jNN1ILEf7h0i';

let made: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
beforeAll(async () => {
  made = await createTestDatabase({ service: 'user-api' });
  database = createDatabase(made.url);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.close();
  await made.drop();
});
beforeEach(async () => {
  await database.prisma.$executeRaw`truncate users, orgs, request_log cascade`;
});

interface Outcome {
  readonly line: number;
  readonly outcome: string;
  readonly id?: string;
  readonly ref?: string;
  readonly reason?: string;
}

async function importPeople(lines: readonly (object | string)[], ...options: string[]) {
  writeFileSync(
    file,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  );
  let [printed, complained] = ['', ''];
  const code = await runCommandLine(program, ['people', 'import', file, ...options], {
    env: {
      NODE_ENV: 'test',
      DATABASE_URL: made.url,
      SEALING_KEYS: `s1:${key.toString('base64url')}`,
    },
    isTerminal: false,
    print: (text) => void (printed += text),
    complain: (text) => void (complained += text),
  });
  // Neither a hash nor a part of one.
  expect(printed + complained).not.toMatch(/\$2a|If6bvum7/);
  const outcomes = printed
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Outcome);
  return { code, outcomes, complained };
}
const words = (outcomes: readonly Outcome[]) => outcomes.map(({ outcome }) => outcome);
const find = (email: string) =>
  database.prisma.user.findUnique({ where: { email }, include: { members: true } });
const count = async () => [
  await database.prisma.user.count(),
  await database.prisma.member.count(),
  await database.prisma.requestLogEntry.count(),
];
const grace = { email: 'Grace@Example.test', email_verified: true, name: 'Grace Hopper', ref: 'g-1' };

/** A line of each kind that is refused, and a part of the reason. */
const faults: readonly [what: string, line: object | string, reason: string][] = [
  ['no JSON', '{', 'the line is no JSON'],
  ['no object', '[]', 'the line is no object'],
  ['a blank line', '', 'the line is no JSON'],
  ['bytes that are no text', '{"email":"\uFFFD', 'the line is no JSON'],
  ['a field that does not exist', { ...grace, kind: 'root' }, 'there is no field "kind"'],
  ['a field of every object', '{"__proto__":{}}', 'there is no field "__proto__"'],
  ['a number for a text', { ...grace, name: 7 }, 'name must be a text'],
  ['no address', { name: 'Grace' }, 'email must be an address'],
  ['a bad address', { ...grace, email: 'grace' }, 'email must be an address'],
  ['an address with a zero', { ...grace, email: 'g\0@b.test' }, 'email has a zero or half a sign in it'],
  ['a text for a truth', { ...grace, email_verified: 'yes' }, 'email_verified must be true or false'],
  ['a name that turns text', { ...grace, name: 'a\u202Eb' }, 'name must be one line'],
  ['a name with half a sign', { ...grace, name: 'a\uD800b' }, 'name has a zero or half a sign in it'],
  ['a name that is too long', { ...grace, name: 'a'.repeat(1_000) }, 'name must be one line'],
  ['neither a hash nor a verified address', { email: 'a@b.test' }, 'without password_hash'],
  ['an org that is not there', { ...grace, org: 'acme' }, 'there is no active org "acme"'],
  ['an org that is not active', { ...grace, org: 'closed' }, 'there is no active org "closed"'],
  ['an org with a zero', { ...grace, org: 'a\0' }, 'org has a zero or half a sign in it'],
  ['a role without an org', { ...grace, role: 'admin' }, 'role needs org'],
  ['an unknown role', { ...grace, org: 'acme', role: 'king' }, 'role must be one of member, admin, owner'],
  ['no time', { ...grace, created_at: '1' }, 'created_at must be a time'],
  ['a month that is none', { ...grace, created_at: '2020-13-01T00:00:00Z' }, 'created_at must be a time'],
  [
    'a time before all calendars',
    { ...grace, created_at: '0000-01-01T00:00:00Z' },
    'created_at must be a time',
  ],
  ['a time to come', { ...grace, created_at: '2999-01-01T00:00:00Z' }, 'created_at is in the future'],
  [
    'an unknown hash',
    { ...grace, password_hash: '$1$a$b' },
    'no form that is known: import without the hash',
  ],
  ['a dear hash', { ...grace, password_hash: bcrypt.replace('$06', '$14') }, 'costs more than a sign-in may'],
];

test('a file with every kind of fault: each line is refused with its reason, and the others are made', async () => {
  const id = crypto.randomUUID();
  await insertOrg(database, id, 'closed');
  await database.prisma.org.update({ where: { id }, data: { status: 'archived' } });
  const others = faults.map((_fault, at) => ({ email: `p${at}@example.test`, email_verified: true }));
  const lines = faults.flatMap(([, line], at) => [line, ...others.slice(at, at + 1)]);
  const { code, outcomes, complained } = await importPeople(lines);
  expect(code).toBe(3);
  for (const [at, [what, , reason]] of faults.entries())
    expect([what, outcomes[2 * at], outcomes[2 * at + 1]]).toEqual([
      what,
      expect.objectContaining({ outcome: 'refused', reason: expect.stringContaining(reason) }),
      { line: 2 * at + 2, outcome: 'made', id: expect.any(String) },
    ]);
  const half = faults.length;
  expect(complained).toContain(`${half} were made, 0 exist, ${half} were refused.`);
  expect(await count()).toEqual([half, 0, half]);
});

test('a file that cannot be read ends with 1 and a sentence', async () => {
  rmSync(file, { force: true });
  const complained: string[] = [];
  const env = { NODE_ENV: 'test', DATABASE_URL: made.url, SEALING_KEYS: `s1:${key.toString('base64url')}` };
  const shell = {
    env,
    isTerminal: true,
    print: () => undefined,
    complain: (text: string) => void complained.push(text),
  };
  expect(await runCommandLine(program, ['people', 'import', file], shell)).toBe(1);
  expect(complained.join('')).toContain('no such file');
});

test('an account is made as the line says, with its membership and its row of the log, and without a mail', async () => {
  const orgId = crypto.randomUUID();
  await insertOrg(database, orgId, 'acme');
  const created_at = '2019-05-06T07:08:09.000Z';
  const line = { ...grace, locale: 'de', org: 'acme', role: 'owner', created_at, password_hash: bcrypt };
  const { code, outcomes } = await importPeople([line]);
  expect([code, outcomes]).toEqual([0, [{ line: 1, ref: 'g-1', outcome: 'made', id: expect.any(String) }]]);
  const found = await find('grace@example.test');
  expect(found).toMatchObject({
    id: outcomes[0]?.id,
    name: 'Grace Hopper',
    kind: 'user',
    status: 'active',
    locale: 'de',
    createdAt: new Date(created_at),
    emailVerifiedAt: expect.any(Date),
    members: [{ orgId, role: 'owner', status: 'active' }],
  });
  const secrets = createTextSealer({ keys: [{ kid: 's1', key }], randomBytes });
  expect(await createPasswordHash(secrets).verify(found?.passwordHash ?? '', 'abc')).toBe(true);
  const row = await database.prisma.requestLogEntry.findFirstOrThrow();
  expect(row).toMatchObject({ event: 'user.imported', userId: found?.id, orgId, ip: '' });
  expect(JSON.stringify(row)).not.toContain('If6bvum7');
  expect(await database.prisma.mail.count()).toBe(0);
  const counted = await database.prisma.$queryRaw`
    select list, since::text, rows::int from row_counts where list = 'users'`;
  expect(counted).toMatchObject([{ list: 'users', rows: 1 }]);
});

test('the same file again, and an address twice in it, make nothing twice', async () => {
  const lines = [
    grace,
    { ...grace, email: 'GRACE@example.test', ref: 'g-2' },
    { ...grace, email: 'ada@example.test' },
  ];
  const first = await importPeople(lines);
  expect(words(first.outcomes)).toEqual(['made', 'exists', 'made']);
  expect(first.outcomes[1]?.id).toBe(first.outcomes[0]?.id);
  const second = await importPeople(lines);
  expect([second.code, words(second.outcomes)]).toEqual([0, ['exists', 'exists', 'exists']]);
  expect(second.outcomes.map(({ id }) => id)).toEqual(first.outcomes.map(({ id }) => id));
  expect(await count()).toEqual([2, 0, 2]);
});

test('who was imported with an unverified address stays the same file again, signed in or not', async () => {
  const lines = ['new@example.test', 'signed-in@example.test'].map((email) => ({
    email,
    password_hash: bcrypt,
  }));
  const first = await importPeople(lines);
  expect(words(first.outcomes)).toEqual(['made', 'made']);
  const where = { email: 'signed-in@example.test' };
  await database.prisma.user.update({ where, data: { passwordHash: '$argon2id$' } });
  const again = await importPeople(lines);
  expect(words(again.outcomes)).toEqual(['exists', 'exists']);
  expect(again.outcomes.map(({ id }) => id)).toEqual(first.outcomes.map(({ id }) => id));
  expect(await count()).toEqual([2, 0, 2]);
});

test('lines of several transactions have the numbers of the file', async () => {
  const lines = Array.from({ length: 1_001 }, (_, at) => ({
    email: `p${at}@example.test`,
    email_verified: true,
  }));
  const { code, outcomes } = await importPeople([...lines, '{']);
  expect([code, outcomes.map(({ line }) => line)]).toEqual([3, outcomes.map((_one, at) => at + 1)]);
  expect(words(outcomes)).toEqual([...lines.map(() => 'made'), 'refused']);
  expect(await count()).toEqual([1_001, 0, 1_001]);
});

test('each 10,000 lines it says so where the lines themselves are not on the terminal', async () => {
  const { code, complained } = await importPeople(Array.from({ length: 10_001 }, () => '{'));
  expect([code, complained.match(/^\d+ lines$/gm)]).toEqual([3, ['10000 lines']]);
});

test('8 imports of one file at once make each account once, also in place of unverified ones', async () => {
  const lines = Array.from({ length: 40 }, (_, at) => ({
    email: `p${at}@example.test`,
    ...(at % 2 === 0 ? { email_verified: true } : { password_hash: bcrypt }),
  }));
  const taken = lines.slice(0, 20).map(({ email }) => email);
  for (const email of taken)
    await insertAccount(database, makeAccount({ id: crypto.randomUUID(), email, emailVerifiedAt: null }));
  const all = await Promise.all(Array.from({ length: 8 }, () => importPeople(lines)));
  const makers = lines.map(
    (_line, at) => all.filter(({ outcomes }) => outcomes[at]?.outcome === 'made').length,
  );
  expect(makers).toEqual(lines.map(() => 1));
  const statuses = await database.prisma.user.groupBy({
    by: ['status'],
    _count: true,
    orderBy: { status: 'asc' },
  });
  expect(statuses.map(({ status, _count }) => [status, _count])).toEqual([
    ['active', 40],
    ['deleted', 20],
  ]);
  expect(await database.prisma.requestLogEntry.count()).toBe(40);
});

test('a dry run says the same and writes nothing', async () => {
  await importPeople([{ ...grace, email: 'ada@example.test' }]);
  const before = await count();
  const { code, outcomes, complained } = await importPeople(
    [grace, grace, { ...grace, email: 'ada@example.test' }, '{'],
    '--dry-run',
  );
  expect([code, words(outcomes)]).toEqual([3, ['made', 'exists', 'exists', 'refused']]);
  expect(outcomes.map(({ id }) => id !== undefined)).toEqual([false, false, true, false]);
  expect(complained).toContain('1 would be made');
  expect(await count()).toEqual(before);
});

describe('an address that has an account', () => {
  test.each([
    ['of a person who has proven it', {}, 'exists'],
    ['of an operator', { kind: 'admin', emailVerifiedAt: null }, 'exists'],
    ['that waits for its person', { status: 'invited', emailVerifiedAt: null }, 'exists'],
    ['of a disabled person who has proven it', { status: 'disabled' }, 'exists'],
    ['that nobody has proven', { emailVerifiedAt: null }, 'made'],
    ['that is disabled, and nobody has proven', { emailVerifiedAt: null, status: 'disabled' }, 'made'],
  ] as const)('%s', async (_what, changes, outcome) => {
    const account = makeAccount({ id: crypto.randomUUID(), email: 'grace@example.test', ...changes });
    await insertAccount(database, account);
    const session = makeSession({ id: crypto.randomUUID(), userId: account.id });
    await database.execute(insertRows('sessions', [session]));
    expect(words((await importPeople([grace])).outcomes)).toEqual([outcome]);
    const kept = await database.prisma.user.findUniqueOrThrow({ where: { id: account.id } });
    const { revokedAt } = await database.prisma.session.findUniqueOrThrow({ where: { id: session.id } });
    const isRetired = outcome === 'made';
    expect([kept.status === 'deleted', revokedAt !== null]).toEqual([isRetired, isRetired]);
    expect((await find('grace@example.test'))?.id === account.id).toBe(!isRetired);
  });
});
