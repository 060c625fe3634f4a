import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '@latchkey/database';
import { Redis } from 'ioredis';
import type { Urls } from '../../infra/local/environment.ts';
import { launchStack } from '../../infra/local/launch-stack.ts';
import { decide, demo, openConfirmation } from '../../infra/local/person.ts';
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
import { findPorts } from '../../infra/local/service-list.ts';
import { makeDatabases } from '../../infra/local/stack.ts';
import { createTeardown } from '../../infra/local/teardown.ts';
import { hashDeviceCode } from '../../services/sso/src/oauth/device/start-device-authorization.ts';
import { startSturdyRedis } from './sturdy-redis.ts';

const teardown = createTeardown();
let urls: Urls;
let ssoDatabaseUrl: string;
let redis: Awaited<ReturnType<typeof startSturdyRedis>>;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-sso-crash-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  redis = await startSturdyRedis(teardown);
  const databaseUrls = await makeDatabases(teardown);
  ssoDatabaseUrl = databaseUrls.sso;
  const plan = {
    ports: await findPorts(),
    databaseUrls,
    redisUrl: redis.url,
    secrets: await loadSecrets(folder),
    logDir: folder,
    overrides: {
      sso: {
        CLIENT_REQUESTS_PER_MINUTE: '100000',
        NETWORK_REQUESTS_PER_MINUTE: '100000',
        // A poll that starts after the delivery would end the family.
        DEVICE_REPLAY_REVOKES: 'never',
      },
    },
  };
  ({ urls } = await launchStack(plan, teardown));
});
afterAll(() => teardown.run());

const steps = ['start', 'poll', 'look-up', 'sign-in', 'decision', 'pickup', 'refresh'] as const;

/** A device, its person and what they have; each step as the two take it. */
function createLife() {
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
