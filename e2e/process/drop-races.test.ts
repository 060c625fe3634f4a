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

/** Rounds of the storm below; 200 by hand. */
const rounds = Number(process.env['STORM_ROUNDS'] ?? 8);

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
  for (let round = 0; round < 5; round += 1) {
    const { id } = await store({ key: passphrase });
    const body = { id, key: passphrase };
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => call(at, 'consume', body)));
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 11 });
  }
});

test('consume, revoke and delete against one another: one of consume and revoke wins, nothing breaks', async () => {
  for (let round = 0; round < 20; round += 1) {
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

test('consume against expiry: taken or expired, never both', async () => {
  const drops = await Promise.all(Array.from({ length: 12 }, () => store({ ttl: 1 })));
  const outcomes = await Promise.all(
    drops.map(async ({ id, key }, at) => {
      await new Promise((resolve) => setTimeout(resolve, 850 + at * 20));
      const answer = await call(at, 'consume', { id, key });
      return { id, answer };
    }),
  );
  const ends: string[] = [];
  for (const { id, answer } of outcomes) {
    const { data } = await call(0, 'status', { id });
    ends.push(`${answer.status} ${String(data['status'])}`);
  }
  expect(ends.filter((end) => end !== '200 consumed' && end !== '410 expired')).toEqual([]);
});

test('two activates and two stores of one id have one winner', async () => {
  for (let round = 0; round < 15; round += 1) {
    const [reserved, stored] = [newId(), newId()];
    await call(0, 'reserve', { id: reserved });
    const activations = [0, 1].map((at) =>
      call(at, 'activate', { id: reserved, payload: `${canary} ${at}` }),
    );
    expect(countStatuses(await Promise.all(activations))).toEqual({ 200: 1, 409: 1 });
    const stores = [0, 1].map((at) => call(at, 'store', { id: stored, payload: `${canary} ${at}` }));
    const answers = await Promise.all(stores);
    expect(countStatuses(answers)).toEqual({ 200: 1, 409: 1 });
    const winner = answers.findIndex(({ status }) => status === 200);
    const key = answers[winner]?.data['key'];
    expect((await call(0, 'consume', { id: stored, key })).data['payload']).toBe(`${canary} ${winner}`);
  }
});

test('wrong passphrases at both processes share one limit', async () => {
  const { id } = await store({ key: passphrase });
  const guess = (at: number) => call(at, 'get', { id, key: `${canary}-wrong-${at}` });
  const answers = await Promise.all(Array.from({ length: 24 }, (_, at) => guess(at)));
  expect(countStatuses(answers)).toEqual({ 403: 5, 429: 19 });
});

test('250 drops of one millisecond are walked exactly once by cursor', async () => {
  const walker = fleet.tokenOf('walker');
  const ids = Array.from({ length: 250 }, () => newId());
  for (const id of ids) await fleet.post(0, '/v1/drop/reserve', { token: walker, id });
  await withClient(databaseUrl, (client) =>
    client.query(`update drops set created_at = '2026-01-01T00:00:00.123Z' where owner = 'walker'`),
  );
  const seen: unknown[] = [];
  let cursor: unknown;
  do {
    const page = await fleet.post(seen.length, '/v1/drop/list', {
      token: walker,
      limit: 17,
      ...(cursor ? { cursor } : {}),
    });
    expect(page.data).toMatchObject({ total_count: 250 });
    seen.push(...(page.data['items'] as { id: string }[]).map(({ id }) => id));
    cursor = page.data['next_cursor'];
  } while (cursor);
  expect(seen).toHaveLength(250);
  expect(new Set(seen)).toEqual(new Set(ids));
});

test('a row changed in the database does not open: ciphertext moved, owner changed, anonymous turned', async () => {
  const [first, second] = [await store(), await store()];
  await withClient(databaseUrl, async (client) => {
    await client.query(
      `update drops t set kdf = s.kdf, salt = s.salt, nonce = s.nonce, verifier = s.verifier, ciphertext = s.ciphertext
      from drops s where t.id = $1 and s.id = $2`,
      [first.id, second.id],
    );
    await client.query('update drops set anonymous = true where id = $1', [second.id]);
  });
  const codesFor = async (key: string) => [
    (await call(0, 'consume', { id: first.id, key })).code,
    (await fleet.post(1, '/v1/consume', { id: second.id, key })).code,
  ];
  const refused = ['invalid_key', 'invalid_key'];
  const codes = { 'first key': await codesFor(first.key), 'second key': await codesFor(second.key) };
  expect(codes).toEqual({ 'first key': refused, 'second key': refused });
  expect((await call(0, 'status', { id: second.id })).data).toMatchObject({ status: 'active' });
});

test('after all this the counters are exact', async () => {
  const counted = await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ counter: string; rows: string }>(
      'select (select sum(rows) from drop_counters) as counter, (select count(*) from drops) as rows',
    );
    return rows[0];
  });
  expect(Number(counted?.rows)).toBeGreaterThan(250);
  expect(counted?.counter).toBe(counted?.rows);
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
