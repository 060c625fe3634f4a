import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient, withDatabaseName } from '@latchkey/database';
import { launchStack } from '../../infra/local/launch-stack.ts';
import { findFreePort } from '../../infra/local/ports.ts';
import { loadSecrets } from '../../infra/local/secrets.ts';
import { createTeardown } from '../../infra/local/teardown.ts';
import { runFlow, type FlowReport } from './device-flow-run.ts';
import { startSsoFleet, type SsoFleet } from './sso-fleet.ts';
import { startSturdyPostgres } from './sturdy-postgres.ts';
import { startSturdyRedis } from './sturdy-redis.ts';

/** 500 in a full run. */
const total = Number(process.env['SSO_CRASH_FLOWS'] ?? 60);
const callers = 20;
/** Between one restart and the next kill, and between a poll that may pick up and the kill. */
const [longestPauseMs, longestPickupMs] = [800, 40];
const teardown = createTeardown();

let fleet: SsoFleet;
let ssoDatabaseUrl: string;
let victims: readonly (readonly [string, () => Promise<void>])[];

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-sso-crash-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const [postgres, redis] = await Promise.all([startSturdyPostgres(teardown), startSturdyRedis(teardown)]);
  const databaseUrlOf = (name: string) => withDatabaseName(postgres.url, name);
  ssoDatabaseUrl = databaseUrlOf('sso');
  const [sso, userApi, drop] = await Promise.all([findFreePort(), findFreePort(), findFreePort()]);
  const plan = {
    ports: { sso, 'user-api': userApi, drop },
    databaseUrls: { sso: ssoDatabaseUrl, 'user-api': databaseUrlOf('user_api'), drop: databaseUrlOf('drop') },
    redisUrl: redis.url,
    secrets: await loadSecrets(folder),
    logDir: folder,
    overrides: {
      sso: {
        CLIENT_REQUESTS_PER_MINUTE: '100000',
        NETWORK_REQUESTS_PER_MINUTE: '100000',
        // Each flow polls two replicas at once: a poll that starts after the delivery would end the family.
        DEVICE_REPLAY_REVOKES: 'never',
      },
    },
  };
  fleet = await startSsoFleet(await launchStack(plan, teardown), folder, teardown);
  victims = [
    ['sso', () => fleet.crash(0)],
    ['Redis', redis.crash],
    ['Postgres', postgres.crash],
    ['the other sso', () => fleet.crash(1)],
  ];
});
afterAll(() => teardown.run());

const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

/** Tells when a code that was approved is polled for. */
const pickups = new EventEmitter();

/** Kills one after the other for as long as flows run, each at a random moment of some pickup. */
async function keepKilling(over: Promise<unknown>, kills: Record<string, number>): Promise<void> {
  let isOver = false;
  const finish = () => (isOver = true);
  const end = over.then(finish, finish);
  for (let turn = 0; ; turn += 1) {
    await wait(Math.random() * longestPauseMs);
    await Promise.race([once(pickups, 'poll'), end]);
    if (isOver) return;
    await wait(Math.random() * longestPickupMs);
    const [name, crash] = victims[turn % victims.length] ?? [];
    if (name === undefined || crash === undefined) throw new Error('nobody to kill');
    await crash();
    kills[name] = (kills[name] ?? 0) + 1;
  }
}

/** Runs at least `total` flows, and goes on until each victim has been killed. */
async function runFlows(kills: Record<string, number>): Promise<FlowReport[]> {
  let at = 0;
  const isDone = () => fleet.isStopped() || (at >= total && Object.keys(kills).length === victims.length);
  const reports: FlowReport[] = [];
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (!isDone()) reports.push(await runFlow(fleet, at++, () => void pickups.emit('poll')));
    }),
  );
  return reports;
}

const sum = (numbers: readonly number[]) => numbers.reduce((left, right) => left + right, 0);

test(`kill -9 of sso, Redis and Postgres during ${total} device flows: nothing twice, nothing forked, nothing stuck`, async () => {
  const kills: Record<string, number> = {};
  const running = runFlows(kills);
  await keepKilling(running, kills);
  const reports = await running;
  expect(Object.keys(kills)).toHaveLength(victims.length);

  const broken = reports.filter(
    ({ deliveries, successors, staleTicks }) =>
      deliveries > 1 || successors.some((different) => different !== 1) || staleTicks > 1,
  );
  expect(broken).toEqual([]);
  const delivered = reports.filter(({ deliveries }) => deliveries === 1);
  const chains = await query('select id from refresh_families where revoked_at is null');
  const live = new Set(chains.map(({ id }) => id));
  expect(delivered.filter(({ chain }) => !live.has(chain))).toEqual([]);

  const figures = {
    flows: reports.length,
    kills,
    'delivered once': delivered.length,
    'redeemed, answer lost': reports.length - delivered.length,
    refreshes: sum(reports.map(({ successors }) => successors.length)),
    'polls and refreshes without an answer or 503': sum(reports.map(({ faults }) => faults)),
    'flows that waited one interval for a lost claim': reports.filter(({ staleTicks }) => staleTicks > 0)
      .length,
    'most rounds of polls after the approval': Math.max(...reports.map(({ ticks }) => ticks)),
    'families in Postgres': (await query('select id from refresh_families')).length,
  };
  console.log(JSON.stringify(figures, undefined, 2));
  expect(delivered.length).toBeGreaterThan(reports.length / 2);
}, 1_800_000);

function query(sql: string): Promise<Record<string, unknown>[]> {
  return withClient(
    ssoDatabaseUrl,
    async (client) => (await client.query<Record<string, unknown>>(sql)).rows,
  );
}
