import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient, withDatabaseName } from '@latchkey/database';
import { Redis } from 'ioredis';
import { launchStack } from '../../infra/local/launch-stack.ts';
import { decide, demo, openConfirmation } from '../../infra/local/person.ts';
import { findFreePort } from '../../infra/local/ports.ts';
import {
  postForm,
  redemption,
  refreshing,
  repeatWhileBusy,
  startDevice,
  tokensOf,
  type Answer,
  type StartedDevice,
} from '../../infra/local/raw-requests.ts';
import { loadSecrets } from '../../infra/local/secrets.ts';
import { createTeardown } from '../../infra/local/teardown.ts';
import { hashDeviceCode } from '../../services/sso/src/device/start-device-authorization.ts';
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
let redis: Awaited<ReturnType<typeof startSturdyRedis>>;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-sso-crash-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startSturdyPostgres(teardown);
  redis = await startSturdyRedis(teardown);
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

const steps = ['start', 'poll', 'look-up', 'sign-in', 'decision', 'pickup', 'refresh'] as const;

/** A device, its person and what they have; each step as the two take it. */
function createLife() {
  const urls = fleet.urlsOf(0);
  const ask = (form: Record<string, string>) => repeatWhileBusy(() => postForm(`${urls.sso}/token`, form));
  const has = { deliveries: 0, tokens: tokensOf(undefined) };
  let device: StartedDevice;
  let confirmation: Awaited<ReturnType<typeof openConfirmation>> | undefined;
  const poll = async () => {
    const answer = await ask(redemption(demo.rp, device.device_code));
    if (answer.status !== 200) return;
    has.deliveries += 1;
    has.tokens = tokensOf(answer);
  };
  const refresh = async () => {
    const answer = await ask(refreshing(demo.rp, has.tokens));
    if (answer.status === 200) has.tokens = tokensOf(answer);
    return answer.status;
  };
  const acts: Record<(typeof steps)[number], () => Promise<unknown>> = {
    start: async () => (device = await startDevice(urls, demo.rp)),
    poll,
    'look-up': () => fetch(`${urls.sso}/device_login?user_code=${device.user_code}`),
    'sign-in': async () => (confirmation = await openConfirmation(urls, device.user_code)),
    decision: () => confirmation?.send('approve') ?? Promise.reject(new Error('nobody has signed in')),
    pickup: poll,
    refresh,
  };
  /** What the two do when something was lost: the person decides, again where that does not work, and the device asks. */
  async function goOn() {
    await poll();
    const decided = confirmation && (await repeatWhileBusy(acts.decision as () => Promise<Answer>));
    if (decided?.status !== 200) await repeatWhileBusy(() => decide(urls, device.user_code, 'approve'));
    await poll();
    await poll();
    return { deliveries: has.deliveries, refreshed: has.deliveries > 0 ? await refresh() : 0 };
  }
  const deviceCodeHash = () => hashDeviceCode(device.device_code);
  return { acts, goOn, deviceCodeHash };
}

describe('a Redis that is lost after a step of a device', () => {
  let at: Redis;
  beforeAll(() => {
    at = new Redis(redis.url, { retryStrategy: () => 50, maxRetriesPerRequest: null });
    at.on('error', () => undefined);
  });
  afterAll(() => at.disconnect());

  /** All that it has now, to be put back later. */
  async function keep() {
    const kept = await Promise.all(
      (await at.keys('*')).map(async (key) => [key, await at.pttl(key), await at.dumpBuffer(key)] as const),
    );
    return async () => {
      await at.flushall();
      for (const [key, ms, dump] of kept) if (dump) await at.restore(key, Math.max(ms, 0), dump);
    };
  }

  const lost = { deliveries: 0, refreshed: 0 };
  const whole = { deliveries: 1, refreshed: 200, state: 'redeemed', approvals: 1 };
  const gone: Partial<Record<(typeof steps)[number], object>> = {
    start: { ...lost, state: undefined, approvals: 0 },
    poll: { ...lost, state: undefined, approvals: 0 },
    'look-up': { ...lost, state: undefined, approvals: 0 },
    'sign-in': { ...lost, state: 'pending', approvals: 0 },
    decision: { ...lost, state: 'approved_waiting_pickup', approvals: 1 },
  };
  const cases = steps.flatMap((step) => [
    ['emptied', step, gone[step] ?? whole] as const,
    ['killed', step, whole] as const,
    // What it had before the step: a code that began then is as lost as all.
    ['rolled back', step, step === 'start' ? gone.start : whole] as const,
  ]);

  test.each(cases)('%s after %s', async (fault, last, expected) => {
    const { acts, goOn, deviceCodeHash } = createLife();
    let putBack = () => Promise.resolve();
    for (const step of steps.slice(0, steps.indexOf(last) + 1)) {
      putBack = await keep();
      await acts[step]();
    }
    const breaking = { emptied: () => at.flushall(), killed: redis.crash, 'rolled back': putBack };
    await breaking[fault]();
    const went = await goOn();
    const [row] = await query(
      `select id, state from device_authorizations where device_code_hash = '${deviceCodeHash()}'`,
    );
    const events = await query(
      `select from events where type = 'device.approved' and data ->> 'device_id' = '${String(row?.['id'])}'`,
    );
    expect({ ...went, state: row?.['state'], approvals: events.length }).toEqual(expected);
  });
});

function query(sql: string): Promise<Record<string, unknown>[]> {
  return withClient(
    ssoDatabaseUrl,
    async (client) => (await client.query<Record<string, unknown>>(sql)).rows,
  );
}
