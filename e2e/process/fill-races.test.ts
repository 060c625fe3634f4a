import { once } from 'node:events';
import { connect } from 'node:net';
import { withClient } from '@latchkey/database';
import { createTestDatabase, createTestRedis } from '@latchkey/testing';
import { waitUntil } from '../../infra/local/ports.ts';
import { createTeardown } from '../../infra/local/teardown.ts';
import { startDropFleet, type DropFleet } from './drop-fleet.ts';
import { startFakeUserApi } from './fake-user-api.ts';

const teardown = createTeardown();
const canary = 'CANARY-fill-4e1b';
let fleet: DropFleet;
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
  // The last two are for the tests that end them.
  fleet = await startDropFleet({ databaseUrl, redisUrl: redis.url, size: 4, environment }, teardown);
  token = fleet.tokenOf('owner');
});
afterAll(() => teardown.run());

async function ask(): Promise<{ id: string; key: string; label: string }> {
  const [id, label] = [`asked-${(serial += 1)}`, `label-${serial}`];
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

/** Rounds of the storm; 200 by hand. */
const rounds = Number(process.env['STORM_ROUNDS'] ?? 10);

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

test('a process that is killed while it fills in leaves the drop to fill in, or filled', async () => {
  const asked = await ask();
  await withClient(databaseUrl, async (client) => {
    await client.query('begin');
    await client.query('select from drops where id = $1 for update', [asked.id]);
    const cut = fill(3, asked, `${canary} cut`);
    const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%update drops t set%'`;
    await until(async () => (await query(waits)).length > 0, 'the fill waits for the row');
    await fleet.kill(3);
    expect((await cut).status).toBe(0);
    await client.query('rollback');
  });
  const again = await fill(0, asked, `${canary} again`);
  const taken = await consume(0, asked);
  expect([again.status, taken.data['payload']]).toEqual(
    again.status === 200 ? [200, `${canary} again`] : [409, `${canary} cut`],
  );
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
  const ids = new Set(noticesOf(asked.label).map(({ id }) => id));
  expect(ids.size).toBe(1);
  await consume(0, asked);
  await until(() => noticesOf(asked.label).some(({ type }) => type === 'drop.taken'), 'the second notice');
});
