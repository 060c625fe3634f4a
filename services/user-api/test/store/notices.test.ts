import { createEntry, type LogEvent } from '../../src/request-log/log-event.ts';
import { markNewDevices } from '../../src/request-log/notice.ts';
import type { LogEntry } from '../../src/request-log/request-log.ts';
import { createAccountStore } from '../../src/store/accounts/account-store.ts';
import { createRequestLogStore } from '../../src/store/request-log/request-log-store.ts';
import { makeAccount, makeClient } from '../setup/accounts.ts';
import { startMs } from '../setup/signer.ts';
import { database, keepRows } from '../setup/test-database.ts';
import { insertAccount, insertClient } from './rows.ts';

keepRows();
const where = { ip: '198.51.100.7', userAgent: 'curl/8.5.0' };
const hourMs = 3600 * 1000;
/** The start of an hour. */
const start = startMs - (startMs % hourMs);

const entryOf = (event: LogEvent, nowMs = start, sendsMail = true) =>
  createEntry({ now: () => nowMs, newId: () => crypto.randomUUID(), sendsMail }, event, where);
const mailsOf = (userId: string) =>
  database.prisma.mail.findMany({ where: { userId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
const noticesOf = async (userId: string) =>
  (await mailsOf(userId)).filter(({ kind }) => !['none', 'digest'].includes(kind));

async function createPerson(changes: Parameters<typeof makeAccount>[0] = {}) {
  const id = crypto.randomUUID();
  const account = makeAccount({
    id,
    email: `${id}@example.test`,
    emailVerifiedAt: new Date(start),
    ...changes,
  });
  await insertAccount(database, account);
  return account;
}

const log = () => createRequestLogStore(database);

test('a row of the log and its notice are one act, under one id', async () => {
  const { id: userId, email } = await createPerson({ locale: 'de' });
  const row = entryOf({ event: 'password.change', userId });
  await log().add(row);
  const [notice] = await noticesOf(userId);
  expect(notice).toMatchObject({
    id: row.id,
    kind: 'changed',
    recipient: email,
    locale: 'de',
    facts: { event: 'password.change', ...where },
    status: 'waiting',
    dueAt: row.createdAt,
    linkId: null,
  });
});

test('an act that changes nothing writes no notice', async () => {
  const { id: userId } = await createPerson();
  const accounts = createAccountStore(database);
  expect(await accounts.removeTotp(userId, entryOf({ event: 'totp.disable', userId }))).toBe(false);
  expect(await mailsOf(userId)).toEqual([]);
});

test('an act that ends sign-ins writes its notice too', async () => {
  const { id: userId } = await createPerson();
  const row = entryOf({ event: 'admin.user.reset_password', userId, actorId: crypto.randomUUID() });
  const kept = { sessionIds: [], familyId: null };
  await createAccountStore(database).setPassword(userId, {
    hash: 'hash',
    validAfter: new Date(start),
    kept,
    row,
  });
  const [notice] = await noticesOf(userId);
  expect(notice?.facts).toEqual({ event: 'admin.user.reset_password' });
});

test.each([
  ['without a verified address', { emailVerifiedAt: null }, true],
  ['that is deleted', { status: 'deleted' as const }, true],
  ['while no mail is sent', {}, false],
])('an account %s gets no notice', async (_, changes, sendsMail) => {
  const { id: userId } = await createPerson(changes);
  await log().add(entryOf({ event: 'password.change', userId }, start, sendsMail));
  expect(await mailsOf(userId)).toEqual([]);
});

test.each([
  ['a failure', { event: 'totp.disable', code: 'invalid_credentials' }, 0],
  ['an event that is none', { event: 'session.logout' }, 0],
  ['a lock', { event: 'account.locked', code: 'throttled' }, 1],
  ['an operator’s grant', { event: 'admin.granted' }, 1],
] as const)('%s: %j causes %d notices', async (_, event, expected) => {
  const { id: userId } = await createPerson();
  await log().add(entryOf({ ...event, userId }));
  expect(await noticesOf(userId)).toHaveLength(expected);
});

test('a notice to an address that the act takes away is sent there', async () => {
  const { id: userId } = await createPerson({ status: 'deleted' });
  const row = entryOf({ event: 'password.change', userId });
  await log().add({ ...row, notice: { ...row.notice!, recipient: 'old@example.test', locale: 'fr' } });
  expect(await noticesOf(userId)).toMatchObject([{ recipient: 'old@example.test', locale: 'fr' }]);
});

describe('beyond ten notices an hour', () => {
  test('a single mail counts the others, at the end of the hour', async () => {
    const { id: userId } = await createPerson();
    const add = async (count: number, nowMs: number) => {
      for (let at = 0; at < count; at += 1)
        await log().add(entryOf({ event: 'password.change', userId }, nowMs));
    };
    await add(10, start);
    expect((await mailsOf(userId)).map(({ kind }) => kind).sort()).toEqual([
      ...Array(10).fill('changed'),
      'none',
    ]);
    await add(3, start + hourMs - 1);
    const digest = (await mailsOf(userId)).find(({ kind }) => kind === 'digest');
    expect(digest).toMatchObject({ facts: { count: 3 }, dueAt: new Date(start + hourMs + 60_000) });
    await add(1, start + hourMs);
    expect(await noticesOf(userId)).toHaveLength(11);
  });

  test('many at once, in statements of their own and in one, are none too many', async () => {
    const { id: userId } = await createPerson();
    const rows = Array.from({ length: 12 }, () => entryOf({ event: 'password.change', userId }));
    await Promise.all([log().addMissing(rows.slice(0, 4)), ...rows.slice(4).map((row) => log().add(row))]);
    expect(await noticesOf(userId)).toHaveLength(10);
    expect(await mailsOf(userId)).toContainEqual(
      expect.objectContaining({ kind: 'digest', facts: { total: 12, count: 2 } }),
    );
  });
});

test('a row that is there already is not mailed again', async () => {
  const { id: userId } = await createPerson();
  const row = entryOf({ event: 'admin.granted', userId });
  expect([await log().addMissing([row]), await log().addMissing([row])]).toEqual([1, 0]);
  expect(await noticesOf(userId)).toHaveLength(1);
});

describe('an approved device', () => {
  const ports = () => ({
    now: () => start,
    sendsMail: true,
    requestLog: log(),
    networkOf: (ip: string) => ip.slice(0, ip.lastIndexOf('.')),
  });
  const approval = (userId: string, clientId: string, name: string, ip: string, daysAgo = 0): LogEntry => ({
    ...entryOf({
      event: 'device.approved',
      userId,
      clientId,
      details: { request_ip: ip, device_name: name },
    }),
    createdAt: new Date(start - daysAgo * 24 * hourMs),
  });
  const approve = async (...rows: LogEntry[]) => log().addMissing(await markNewDevices(ports(), rows));

  beforeAll(async () => {
    for (const clientId of ['app', 'other'])
      await insertClient(database, makeClient({ clientId, name: `The ${clientId}` }));
  });

  test('is mailed the first time, with the name of its app', async () => {
    const { id: userId } = await createPerson();
    await approve(approval(userId, 'app', 'laptop', '192.0.2.1'));
    expect(await noticesOf(userId)).toMatchObject([
      {
        kind: 'device',
        facts: {
          event: 'device.approved',
          clientName: 'The app',
          deviceName: 'laptop',
          deviceIp: '192.0.2.1',
        },
      },
    ]);
  });

  test.each([
    ['nothing new', 'app', 'laptop', '192.0.2.99', 1],
    ['a new app', 'other', 'laptop', '192.0.2.1', 2],
    ['a new name', 'app', 'phone', '192.0.2.1', 2],
    ['a new network', 'app', 'laptop', '203.0.113.1', 2],
  ] as const)('with %s', async (_, clientId, name, ip, expected) => {
    const { id: userId } = await createPerson();
    await approve(approval(userId, 'app', 'laptop', '192.0.2.1'));
    await approve(approval(userId, clientId, name, ip));
    expect(await noticesOf(userId)).toHaveLength(expected);
  });

  test('of another account or of 91 days ago is not known', async () => {
    const [ada, grace] = [await createPerson(), await createPerson()];
    await approve(approval(grace.id, 'app', 'laptop', '192.0.2.1'));
    await approve(approval(ada.id, 'app', 'laptop', '192.0.2.1', 91));
    await approve(approval(ada.id, 'app', 'laptop', '192.0.2.1'));
    expect(await noticesOf(ada.id)).toHaveLength(2);
  });

  test('twice in one batch, and in a batch that is sent again, is mailed once', async () => {
    const { id: userId } = await createPerson();
    const rows = [1, 2].map(() => approval(userId, 'app', 'laptop', '192.0.2.1'));
    await approve(...rows);
    await approve(...rows);
    expect(await noticesOf(userId)).toHaveLength(1);
  });
});
