import { userApiCalls } from '@latchkey/contracts';
import { createAppClient, request } from '@latchkey/testing';
import type { LogEntry } from '../../src/request-log/request-log.ts';
import { makeAccount, openSession } from '../setup/accounts.ts';
import { createTestService, dropKey, serviceKey, type TestService } from '../setup/create-test-service.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';

const path = '/admin/totals/view';
const root = makeAccount({ kind: 'root' });
const none = {
  sign_ins: 0,
  failures: 0,
  approvals: 0,
  denials: 0,
  new_accounts: 0,
  drops_made: 0,
  drops_taken: 0,
};
const dayMs = 24 * 3600 * 1000;
let service: TestService;
beforeEach(async () => {
  service = createTestService();
  await service.accounts.add(root);
});

async function send(fields: object = {}) {
  const { token } = await openSession(service, root);
  return request(service.app)
    .post(path)
    .send({ token, ...fields });
}
/** The totals of one day that are not 0. */
async function countDay(day = '2026-12-01'): Promise<object> {
  const { body } = await send({ created_from: day });
  const { day: _day, ...counts } = body.data.days.find((one: { day: string }) => one.day === day);
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
}

describe(`POST ${path}`, () => {
  test.each([
    ['a day that is none', { created_from: '2026-02-30' }, 'created_from'],
    ['a word', { created_to: 'today' }, 'created_to'],
    ['33 days', { created_from: '2026-10-01', created_to: '2026-11-03' }, 'created_from'],
    ['33 days until now', { created_from: '2026-10-30' }, 'created_from'],
    ['all years', { created_from: '0001-01-01', created_to: '9999-12-31' }, 'created_from'],
  ])('400 for %s', async (_what, fields, field) => {
    const { status, body } = await send(fields);
    expect([status, body]).toMatchObject([400, { code: 'invalid_filter', field }]);
  });

  test.each([
    ['has ended before it begins', { created_from: '2026-12-02', created_to: '2026-12-01' }],
    ['has ended before there were logs', { created_to: '0001-01-01' }],
  ])('200 with nothing for a period that %s', async (_what, fields) => {
    expect((await send(fields)).body.data?.days).toEqual([]);
  });

  test('200 with the last 30 days where none are named, and with 31 and today', async () => {
    const { body } = await send();
    expect(body.data.days).toHaveLength(30);
    expect(body.data.days[0]).toEqual({ day: '2026-12-01', ...none });
    expect(body.data.days[29].day).toBe('2026-11-02');
    expect((await send({ created_from: '2026-10-31' })).body.data.days).toHaveLength(32);
  });

  test('200 with each day of UTC that the period touches, and no row of another day', async () => {
    const times = ['2026-11-29T23:59:59.999Z', '2026-11-30T00:00:00Z', '2026-11-30T23:59:59.999Z'];
    for (const time of times) await service.requestLog.add(makeLogEntry({ createdAt: new Date(time) }));
    const { body } = await send({
      created_from: '2026-11-30T13:00:00+02:00',
      created_to: '2026-12-01T00:00:00.001Z',
    });
    expect(body.data.days).toEqual([
      { day: '2026-12-01', ...none },
      { day: '2026-11-30', ...none, sign_ins: 2 },
    ]);
  });

  test('200 and one row of the log a minute, as of all that operators read', async () => {
    await send({ created_from: '2026-12-01' });
    await send({ created_from: '2026-12-01' });
    const entries = await service.requestLog.entries();
    expect(entries).toMatchObject([
      { event: 'admin.read', actorId: root.id, details: { route: path, filters: ['created_from'], rows: 1 } },
    ]);
  });
});

describe('what is counted', () => {
  const event = (name: LogEntry['event'], outcome: LogEntry['outcome'] = 'success') =>
    makeLogEntry({ event: name, outcome });

  test('is a sign-in, a failed one, an approval, a denial, a new account and a drop that was taken', async () => {
    const rows = [
      ...(['user.login', 'user.root_session', 'member.login', 'member.root_session'] as const).flatMap(
        (name) => [event(name), event(name), event(name, 'failure')],
      ),
      ...(['device.approved', 'app.signed_in', 'device.denied'] as const).map((name) => event(name)),
      ...(['user.signup', 'user.imported', 'drop.made', 'drop.taken'] as const).map((name) => event(name)),
    ];
    const others = [
      ...(['user.exchange', 'member.exchange', 'device.confirmation_failed'] as const),
      ...(['admin.user.create', 'admin.granted', 'drop.filled', 'drop.closed'] as const),
    ].map((name) => event(name));
    await service.requestLog.addMissing([...rows, ...others, event('user.signup', 'failure')]);
    expect(await countDay()).toEqual({
      sign_ins: 8,
      failures: 4,
      approvals: 2,
      denials: 1,
      new_accounts: 2,
      drops_made: 1,
      drops_taken: 1,
    });
  });

  test('is what happened: a row that is taken back is counted no more', async () => {
    const row = makeLogEntry();
    await service.requestLog.add(row);
    expect(await countDay()).toEqual({ sign_ins: 1 });
    await Promise.all([service.requestLog.remove(row), service.requestLog.remove(row)]);
    expect(await countDay()).toEqual({});
  });

  test('is each event of sso and drop once, however many deliver it and in whatever batches', async () => {
    const at = { created_at: new Date(startMs).toISOString(), user_id: root.id };
    const facts = { client_id: 'app', request_ip: '192.0.2.1', browser_ip: '192.0.2.1', ...at };
    const approvals = Array.from({ length: 20 }, () => ({
      id: crypto.randomUUID(),
      type: 'device.approved' as const,
    }));
    const denial = { id: crypto.randomUUID(), type: 'device.denied' as const };
    const drops = (['drop.made', 'drop.taken'] as const).map((type) => ({
      id: crypto.randomUUID(),
      type,
      created_at: at.created_at,
      owner: root.id,
    }));
    const bySso = createAppClient(request(service.app), serviceKey);
    const byDrop = createAppClient(request(service.app), dropKey);
    const bring = (events: readonly (typeof denial | (typeof approvals)[number])[]) =>
      bySso({
        to: userApiCalls.logEvents,
        body: { events: events.map((one) => ({ ...one, ...facts })) },
      });
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, turn) => {
        const { ok } = await bring([...approvals.slice(turn), denial, ...approvals.slice(0, turn)]);
        const answer = await byDrop({ to: userApiCalls.logDropEvents, body: { events: drops } });
        return ok && answer.ok;
      }),
    );
    expect(answers).toEqual(Array(12).fill(true));
    expect(await countDay()).toEqual({ approvals: 20, denials: 1, drops_made: 1, drops_taken: 1 });
  });

  test('is counted on the day on which it happened, also when it is delivered on the next', async () => {
    const row = makeLogEntry({ event: 'device.approved', createdAt: new Date(startMs - dayMs) });
    expect([await service.requestLog.addMissing([row]), await service.requestLog.addMissing([row])]).toEqual([
      1, 0,
    ]);
    expect([await countDay('2026-11-30'), await countDay()]).toEqual([{ approvals: 1 }, {}]);
  });
});
