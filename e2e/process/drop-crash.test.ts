import { applyMigrations, withDatabaseName } from '@latchkey/database';
import { findServiceDir } from '../../infra/local/service-list.ts';
import { createTeardown } from '../../infra/local/teardown.ts';
import { startDropFleet, type Answer, type DropFleet } from './drop-fleet.ts';
import { startSturdyPostgres } from './sturdy-postgres.ts';

/** 1000 in a full run. */
const total = Number(process.env['DROP_CRASH_DROPS'] ?? 240);
const callers = 24;
const teardown = createTeardown();
/** A test that has failed leaves its callers behind: this ends them. */
const run = { isOver: false };

let fleet: DropFleet;
let crashPostgres: () => Promise<void>;

beforeAll(async () => {
  const postgres = await startSturdyPostgres(teardown);
  const databaseUrl = withDatabaseName(postgres.url, 'drop');
  await applyMigrations({ databaseUrl, serviceDir: findServiceDir('drop') });
  fleet = await startDropFleet({ databaseUrl, size: 2 }, teardown);
  crashPostgres = postgres.crash;
});
afterAll(() => {
  run.isOver = true;
  return teardown.run();
});

interface Taken {
  readonly id: string;
  /** What the caller named its requests. */
  readonly tries: string[];
  readonly delivered: Answer[];
}

test('kill -9 of drop and of Postgres while drops are consumed: each at most once, none lost, receipts true', async () => {
  const token = fleet.tokenOf('owner');
  const ids = Array.from({ length: total }, (_, at) => `crash-${at}`);
  const keys = new Map<string, unknown>();
  await eachOf(ids, async (id, at) => {
    const { data } = await fleet.post(at, '/v1/drop/store', { token, id, payload: `payload of ${id}` });
    keys.set(id, data['key']);
  });

  const results: Taken[] = [];
  const consuming = eachOf(ids, async (id, at) => {
    const taken: Taken = { id, tries: [], delivered: [] };
    results.push(taken);
    await consumeStubbornly(taken, at, { token, id, key: keys.get(id) });
  });
  const crashing = (async () => {
    for (const [share, crash] of [
      [0.15, () => fleet.crash(0)],
      [0.4, () => crashPostgres()],
      [0.65, () => fleet.crash(1)],
      [0.8, () => crashPostgres()],
    ] as const) {
      while (results.length < total * share) await new Promise((resolve) => setTimeout(resolve, 2));
      await crash();
    }
  })();
  await Promise.all([consuming, crashing]);

  let unanswered = 0;
  for (const { id, tries, delivered } of results) {
    let asked = await fleet.post(0, '/v1/drop/status', { token, id });
    // A connection from before the last crash may still be found lost.
    while (asked.status === 503) asked = await fleet.post(0, '/v1/drop/status', { token, id });
    const { data } = asked;
    expect(delivered.length).toBeLessThanOrEqual(1);
    expect(data).toMatchObject({ status: 'consumed', consumed_by: 'owner' });
    // Where the answer died with the process, the caller still knows its own request in the receipt.
    expect(tries).toContain(data['caller_request_id']);
    const [answer] = delivered;
    if (answer) {
      expect(answer.data['payload']).toBe(`payload of ${id}`);
      expect(data).toMatchObject({
        consume_request_id: answer.requestId,
        caller_request_id: answer.callerRequestId,
      });
    } else unanswered += 1;
  }
  expect(unanswered).toBeLessThan(callers * 4);
  console.log(`${total} drops: ${total - unanswered} delivered once, ${unanswered} spent without an answer`);
});

/** Calls until the drop is consumed, through every crash. */
async function consumeStubbornly(taken: Taken, at: number, body: object): Promise<void> {
  for (let turn = 0; !run.isOver; turn += 1) {
    const answer = await fleet.post(at + turn, '/v1/drop/consume', body);
    taken.tries.push(answer.callerRequestId);
    if (answer.status === 200) taken.delivered.push(answer);
    // One more call after a success must find nothing to consume.
    if (answer.status === 409) return;
    if (answer.status !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Works through a list with a number of parallel callers. */
async function eachOf(
  ids: readonly string[],
  work: (id: string, at: number) => Promise<void>,
): Promise<void> {
  const queue = ids.entries();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (const [at, id] of queue) await work(id, at);
    }),
  );
}
