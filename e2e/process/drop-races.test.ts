import { withClient } from '@latchkey/database';
import { createTestDatabase, createTestRedis } from '@latchkey/testing';
import { createTeardown } from '../../infra/local/teardown.ts';
import { startDropFleet, type Answer, type DropFleet } from './drop-fleet.ts';

const teardown = createTeardown();
/** In no row, no event and no line of the log. */
const canary = 'CANARY-e2e-91c7f0';
const passphrase = `${canary}-passphrase`;
let fleet: DropFleet;
let databaseUrl: string;
let token: string;
let serial = 0;

beforeAll(async () => {
  const database = await createTestDatabase({ service: 'drop' });
  teardown.add(database.drop);
  databaseUrl = database.url;
  const redis = await createTestRedis();
  teardown.add(redis.close);
  fleet = await startDropFleet({ databaseUrl, redisUrl: redis.url, size: 2 }, teardown);
  token = fleet.tokenOf('owner');
});
afterAll(() => teardown.run());

const newId = () => `race-${(serial += 1)}`;

/** The owner's call of a /v1/drop route, at one of the two processes. */
function call(member: number, name: string, body: object): Promise<Answer> {
  return fleet.post(member, `/v1/drop/${name}`, { token, ...body });
}

async function store(body: object = {}): Promise<{ id: string; key: string }> {
  const id = newId();
  const { status, data } = await call(serial, 'store', { id, payload: `${canary} ${id}`, ...body });
  expect(status).toBe(200);
  const key = data['key'];
  return { id, key: typeof key === 'string' ? key : passphrase };
}

function countStatuses(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Rounds of the storms below; 200 by hand. */
const rounds = Number(process.env['STORM_ROUNDS'] ?? 4);

test('50 parallel consumes over two processes have one winner; the receipt names it', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { id, key } = await store();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => call(at, 'consume', { id, key })),
    );
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 49 });
    const winner = answers.find(({ status }) => status === 200);
    expect(winner?.data).toMatchObject({ payload: `${canary} ${id}`, status: 'consumed' });
    const receipt = await call(round, 'status', { id });
    expect(receipt.data).toMatchObject({ consume_request_id: winner?.requestId, consumed_by: 'owner' });
  }
});

test('one winner among consumes with a passphrase', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { id } = await store({ key: passphrase });
    const body = { id, key: passphrase };
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => call(at, 'consume', body)));
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 11 });
  }
});

test('consume, revoke and delete against one another: one of consume and revoke wins, nothing breaks', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id, key } = await store();
    const [consumed, revoked, deleted, taken] = await Promise.all([
      call(round, 'consume', { id, key }),
      call(round + 1, 'revoke', { id }),
      call(round, 'delete', { id }),
      fleet.post(round + 1, '/v1/consume', { token, id, key }),
    ]);
    const wins = [consumed, revoked, taken].filter(({ status }) => status === 200);
    expect(wins.length).toBeLessThanOrEqual(1);
    expect(deleted.status).toBe(200);
    const statuses = [consumed, revoked, taken].map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 404, 409].includes(status))).toEqual([]);
    expect((await call(round, 'status', { id })).status).toBe(404);
  }
});

test('wrong passphrases at both processes share one limit', async () => {
  const { id } = await store({ key: passphrase });
  const guess = (at: number) => call(at, 'get', { id, key: `${canary}-wrong-${at}` });
  const answers = await Promise.all(Array.from({ length: 24 }, (_, at) => guess(at)));
  expect(countStatuses(answers)).toEqual({ 403: 5, 429: 19 });
});

test('the whole database holds no payload, no passphrase and no key, and neither does the log', async () => {
  const { key } = await store({ metadata: { seen: 'METADATA-MARK' } });
  const { key: spent, id } = await store();
  await call(0, 'consume', { id, key: spent });
  const dump = await withClient(databaseUrl, async (client) => {
    const tables = ['drops', 'drop_events', 'drop_counters', '_prisma_migrations'];
    let text = '';
    for (const table of tables) {
      const { rows } = await client.query<{ t: string }>(`select t::text from ${table} t`);
      text += rows.map(({ t }) => t).join('\n');
    }
    return text;
  });
  expect(dump).toContain('METADATA-MARK');
  const secrets = [canary, key, spent, key.slice(4), Buffer.from(canary).toString('base64')];
  const spellings = [
    ...secrets,
    ...secrets.map((secret) => Buffer.from(secret).toString('hex')),
    Buffer.from(key.slice(4), 'base64url').toString('hex'),
  ];
  expect(spellings.filter((spelling) => dump.includes(spelling))).toEqual([]);
  const log = fleet.readLogs();
  expect(log).toContain('/v1/drop/consume');
  const inLog = [canary, key, spent, token, token.split('.')[2] ?? token];
  expect(inLog.filter((secret) => log.includes(secret))).toEqual([]);
});
