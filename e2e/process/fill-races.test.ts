import { once } from 'node:events';
import { connect } from 'node:net';
import { withClient } from '@latchkey/database';
import { createTestDatabase, createTestRedis } from '@latchkey/testing';
import { waitUntil } from '../../infra/local/ports.ts';
import { createTeardown } from '../../infra/local/teardown.ts';
import { startDropFleet, type Answer, type DropFleet } from './drop-fleet.ts';
import { startFakeUserApi } from './fake-user-api.ts';
import { openGate } from './gate.ts';

const teardown = createTeardown();
const canary = 'CANARY-fill-4e1b';
let fleet: DropFleet;
let gate: Awaited<ReturnType<typeof openGate>>;
let userApi: Awaited<ReturnType<typeof startFakeUserApi>>;
let databaseUrl: string;
let token: string;
let serial = 0;

beforeAll(async () => {
  const database = await createTestDatabase({ service: 'drop' });
  teardown.add(database.drop);
  databaseUrl = database.url;
  const redis = await createTestRedis();
  teardown.add(redis.close);
  userApi = await startFakeUserApi(teardown);
  const environment = {
    USER_API_INTERNAL_URL: userApi.url,
    SERVICE_MASTER_KEY: 'm'.repeat(16) + 'k'.repeat(16),
  };
  gate = await openGate(database.url, teardown);
  // The last two are for the tests that end them.
  const line = { databaseUrl: gate.url, redisUrl: redis.url };
  fleet = await startDropFleet({ ...line, size: 4, environment }, teardown);
  token = fleet.tokenOf('owner');
});
afterAll(() => teardown.run());

async function ask(): Promise<{ id: string; key: string; label: string }> {
  const [id, label] = [`asked-${(serial += 1)}.`, `label-${serial}`];
  const body = { token, id, fillable: true, notify: true, metadata: { label } };
  const { status, data } = await fleet.post(0, '/v1/drop/reserve', body);
  expect(status).toBe(200);
  return { id, key: String(data['key']), label };
}

const fill = (member: number, asked: { id: string; key: string }, payload = `${canary} ${member}`) =>
  fleet.post(member, '/v1/fill', { id: asked.id, key: asked.key, payload });
const consume = (member: number, { id, key }: { id: string; key: string }) =>
  fleet.post(member, '/v1/drop/consume', { token, id, key });
const query = (sql: string) =>
  withClient(databaseUrl, async (client) => (await client.query(sql)).rows as unknown[]);
const until = (isSo: () => boolean | Promise<boolean>, what: string) =>
  waitUntil(
    async () => isSo(),
    () => new Error(`never: ${what}`),
  );
const noticesOf = (label: string) => userApi.received.filter((notice) => notice.label === label);
/** However often each was brought. */
const idsOf = (label: string) => [...new Set(noticesOf(label).map(({ id }) => id))];

/** Rounds of the storm; 200 by hand. */
const rounds = Number(process.env['STORM_ROUNDS'] ?? 5);

test('of 16 who fill in at once over two processes one does, and its payload is what the owner takes', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const asked = await ask();
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, at) => fill(at % 2, asked, `${canary} ${at}`)),
    );
    const statuses = answers.map(({ status }) => status).toSorted((left, right) => left - right);
    expect(statuses).toEqual([200, ...Array<number>(15).fill(409)]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await consume(round % 2, asked)).data['payload']).toBe(`${canary} ${winner}`);
  }
});

test('what was filled in and its key are in no row, event, log or notice', async () => {
  const [asked, other] = [await ask(), await ask()];
  await fill(0, asked);
  await fill(1, { ...other, key: `${other.key}x` });
  await until(() => noticesOf(asked.label).length > 0, 'the notice');
  const rows = await query(`select t::text from drops t union all select t::text from drop_events t`);
  const held = JSON.stringify(rows) + fleet.readLogs() + userApi.readBodies();
  expect(held).toContain(asked.label);
  const secrets = [canary, ...[asked.key, other.key].flatMap((key) => [key, key.slice(4)])];
  const spellings = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString('hex')]);
  const bytes = [asked, other].map(({ key }) => Buffer.from(key.slice(4), 'base64url').toString('hex'));
  expect([...spellings, ...bytes].filter((spelling) => held.includes(spelling))).toEqual([]);
  expect(userApi.readBodies()).not.toContain(asked.id);
});

test('a fill that is cut before its last byte leaves the drop to fill in', async () => {
  const asked = await ask();
  const socket = connect(Number(new URL(fleet.urls[0] ?? '').port), '127.0.0.1');
  await once(socket, 'connect');
  const body = JSON.stringify({ id: asked.id, key: asked.key, payload: `${canary} cut` });
  const head = `POST /v1/fill HTTP/1.1\r\nHost: drop\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  await new Promise((resolve) => socket.write(head + body.slice(0, -1), resolve));
  socket.destroy();
  await once(socket, 'close');
  expect((await fill(1, asked, `${canary} whole`)).status).toBe(200);
  expect((await consume(0, asked)).data['payload']).toBe(`${canary} whole`);
});

test('a process that is killed before or after each write: it happened once or not at all, with one notice', async () => {
  const [unfilled, filled, kept, taken] = [await ask(), await ask(), await ask(), await ask()];
  for (const asked of [kept, taken]) expect((await fill(0, asked, canary)).status).toBe(200);
  const reserve = (member: number, id: string) =>
    fleet.post(member, '/v1/drop/reserve', { token, id, fillable: true });
  const cut: Promise<Answer>[] = [];
  for (const [side, call, ...marks] of [
    ['request', () => reserve(3, 'never.'), 'insert into drops', 'never.'],
    ['answer', () => reserve(3, 'reserved.'), 'insert into drops', 'reserved.'],
    ['request', () => fill(3, unfilled), 'update drops t set', unfilled.id],
    ['answer', () => fill(3, filled, `${canary} cut`), 'update drops t set', filled.id],
    ['request', () => consume(3, kept), 'update drops t set', kept.id],
    ['answer', () => consume(3, taken), 'update drops t set', taken.id],
  ] as const) {
    const reached = gate.hold(side, ...marks);
    cut.push(call());
    await reached;
  }
  await fleet.kill(3);
  expect((await Promise.all(cut)).map(({ status }) => status)).toEqual([0, 0, 0, 0, 0, 0]);

  expect([(await reserve(0, 'never.')).status, (await reserve(0, 'reserved.')).status]).toEqual([200, 409]);
  expect([(await fill(0, unfilled, 'again')).status, (await fill(0, filled)).status]).toEqual([200, 409]);
  expect((await consume(0, unfilled)).data['payload']).toBe('again');
  expect((await consume(0, filled)).data['payload']).toBe(`${canary} cut`);
  expect((await consume(0, kept)).data['payload']).toBe(canary);
  expect((await consume(0, taken)).status).toBe(409);
  for (const { id, label } of [unfilled, filled, kept, taken]) {
    const written = await query(
      `select event from drop_events where drop_id = '${id}' and event <> 'denied' order by id`,
    );
    expect(written).toEqual(['reserved', 'filled', 'consumed'].map((event) => ({ event })));
    await until(() => idsOf(label).length === 2, 'both notices');
  }
});

test('a notice waits while user-api is down, and is one id when a process dies before it is marked', async () => {
  const asked = await ask();
  userApi.answer('down');
  await fill(0, asked);
  await until(() => noticesOf(asked.label).length > 0, 'the first try');
  userApi.answer('never');
  const tried = noticesOf(asked.label).length;
  await until(() => noticesOf(asked.label).length > tried, 'a try without an answer');
  await fleet.kill(2);
  userApi.answer('well');
  const due = `select from drop_events where notice is not null`;
  await until(async () => (await query(due)).length === 0, 'the mark');
  expect(idsOf(asked.label)).toHaveLength(1);
  await consume(0, asked);
  await until(() => noticesOf(asked.label).some(({ type }) => type === 'drop.taken'), 'the second notice');
});
