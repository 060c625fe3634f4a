import { createRedisAttempts } from '@latchkey/attempts/redis';
import { createRedisClient } from '@latchkey/database';
import type { SsoSettings } from '../../src/context.ts';
import { hashDeviceCode } from '../../src/oauth/device/start-device-authorization.ts';
import { readUserCode } from '../../src/oauth/device/user-code.ts';
import { createSignedState } from '../../src/store/signed-state.ts';
import { deviceKey } from '../device-request.ts';
import { refreshing } from '../redeem.ts';
import { createSso, realTime, secretOf } from '../sso-harness.ts';
import { database, redis } from '../test-servers.ts';
import { openDatabase } from './open-database.ts';

const rp = { client_id: 'demo-rp', client_secret: secretOf('demo-rp') };
const cli = { client_id: 'demo-cli' };
const nowhere = { postgres: 'postgres://nobody@127.0.0.1:1/none', redis: 'redis://127.0.0.1:1' };

const ignore = () => undefined;

/** Two replicas over the same Redis and Postgres. */
function createReplicas(settings: Partial<SsoSettings> = {}) {
  const create = () => createSso({ settings, context: realTime });
  return [create(), create()] as const;
}

describe('pickup over real stores', () => {
  test('of 100 redemptions at once over two replicas one gets tokens, which then refresh', async () => {
    const [one, two] = createReplicas();
    const { device_code } = await one.start(rp);
    await one.approve(device_code);
    const form = { ...rp, grant_type: 'device_code', device_code };
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? one : two).post('/token', form)),
    );
    const won = responses.filter(({ status }) => status === 200);
    const lost = responses.filter(({ status, body }) => status === 400 && body.error === 'invalid_grant');
    expect([won.length, lost.length]).toEqual([1, 99]);
    const { binding_chain } = won[0]!.body;
    const refresh = refreshing(won[0]!.body, rp);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : two).post('/token', refresh)),
    );
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    const families = await database.refreshFamily.findMany({ where: { id: binding_chain } });
    expect(families).toMatchObject([{ generation: 1 }]);
  });
});

describe('a Redis that has lost its last second', () => {
  const form = (device_code: string, client: Record<string, string> = rp) => ({
    ...client,
    grant_type: 'device_code',
    device_code,
  });
  const keyOf = (deviceCode: string) => deviceKey(hashDeviceCode(deviceCode));

  /** The record as it is now, to be put back later. */
  async function keep(deviceCode: string) {
    const dump = await redis.dumpBuffer(keyOf(deviceCode));
    return () => redis.restore(keyOf(deviceCode), 0, dump ?? '', 'REPLACE');
  }
  const familyOf = (id: string) => database.refreshFamily.findUniqueOrThrow({ where: { id } });

  test.each(['before the claim', 'before the code was redeemed'])(
    '400 for each of 40 polls after it is back %s; the family of a public client ends',
    async (moment) => {
      const [one, two] = createReplicas();
      const { device_code } = await one.start(cli);
      await one.approve(device_code);
      let putBack = await keep(device_code);
      const { devices } = one.context;
      const keeping = {
        ...devices,
        complete: async (...args: Parameters<typeof devices.complete>) => {
          if (moment !== 'before the claim') putBack = await keep(device_code);
          return devices.complete(...args);
        },
      };
      const first = createSso({ context: { devices: keeping } });
      const { status, body } = await first.post('/token', form(device_code, cli));
      expect(status).toBe(200);
      await putBack();
      two.clock.advance(11);
      const again = await Promise.all(
        Array.from({ length: 40 }, () => two.post('/token', form(device_code, cli))),
      );
      expect(new Set(again.map((answer) => `${answer.status} ${answer.body.error}`))).toEqual(
        new Set(['400 invalid_grant']),
      );
      expect((await two.context.devices.findByDeviceCodeHash(hashDeviceCode(device_code), 0))?.state).toBe(
        'redeemed',
      );
      const family = await familyOf(body.binding_chain);
      expect([family.generation, family.revokedReason]).toEqual([0, 'replay']);
    },
  );

  test('400 after it is back, and a family that is in use of a confidential client goes on', async () => {
    const [one, two] = createReplicas();
    const { device_code } = await one.start(rp);
    await one.approve(device_code);
    const putBack = await keep(device_code);
    const { body } = await one.post('/token', form(device_code));
    expect((await one.post('/token', refreshing(body, rp))).status).toBe(200);
    await putBack();
    expect((await two.post('/token', form(device_code))).body.error).toBe('invalid_grant');
    expect((await familyOf(body.binding_chain)).revokedAt).toBeNull();
  });

  test('400 after it is back for a code that was revoked before its pickup, and no family', async () => {
    const [one, two] = createReplicas();
    const { device_code } = await one.start(rp);
    await one.approve(device_code);
    const putBack = await keep(device_code);
    const hash = hashDeviceCode(device_code);
    const { clock, context } = one;
    const { devices, history } = context;
    expect((await devices.revoke(hash, 'revoked', clock.now())).won).toBe(true);
    const device = (await devices.findByDeviceCodeHash(hash, clock.now()))!;
    await history.recordFailed(device, 'revoked', clock.now());
    await putBack();
    expect((await two.post('/token', form(device_code))).body.error).toBe('invalid_grant');
    expect(await database.refreshFamily.count({ where: { id: device.id } })).toBe(0);
  });

  test('of two pickups that it let complete one delivers, even when the later one is first', async () => {
    const [one, two] = createReplicas();
    const { device_code } = await one.start(rp);
    await one.approve(device_code);
    const { families } = one.context;
    let later: { status: number } | undefined;
    const late = {
      ...families,
      deliver: async (...args: Parameters<typeof families.deliver>) => {
        const hash = hashDeviceCode(device_code);
        await redis.hset(keyOf(device_code), { state: 'approved_waiting_pickup', claimed_until: 0 });
        later = await two.post('/token', form(device_code));
        expect((await two.context.devices.findByDeviceCodeHash(hash, 0))?.state).toBe('redeemed');
        return families.deliver(...args);
      },
    };
    const slow = createSso({ context: { families: late } });
    const { status, body } = await slow.post('/token', form(device_code));
    expect([later?.status, status, body.error]).toEqual([200, 400, 'invalid_grant']);
  });

  test('503 when Postgres fails at the delivery, and then 200 for one of 20 polls', async () => {
    const [one, two] = createReplicas();
    const { device_code } = await one.start(rp);
    await one.approve(device_code);
    const lost = () => Promise.reject(new Error('Connection terminated unexpectedly'));
    const failing = createSso({ context: { families: { ...one.context.families, deliver: lost } } });
    expect((await failing.post('/token', form(device_code))).status).toBe(503);
    const polls = await Promise.all(Array.from({ length: 20 }, () => two.post('/token', form(device_code))));
    expect(polls.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('what somebody else wrote to Redis', () => {
  const key = (deviceCode: string) => deviceKey(hashDeviceCode(deviceCode));
  const approvalOf = async (deviceCode: string) => (await redis.hget(key(deviceCode), 'approval')) ?? '';

  const forgeries: [string, (approval: string, other: string) => string | undefined][] = [
    ['is missing', () => undefined],
    ['is not signed', (approval) => approval.slice(approval.indexOf('{'))],
    ['has another account', (approval) => approval.replace('user-1', 'user-2')],
    ['has another scope', (approval) => approval.replace('openid', 'openid admin')],
    ['says it has seen a later void', (approval) => approval.replace('AfterMs":0', 'AfterMs":9e15')],
    ['is that of another code', (_approval, other) => other],
    ['is signed by a key of that name', (approval) => resign(approval)],
  ];
  const foreign = createSignedState([{ kid: 'test', key: Buffer.alloc(32, 6) }]);
  const resign = (approval: string) => foreign.sign('approval', approval.slice(approval.indexOf('{')));

  test.each(forgeries)('400 for good, and device.tampered, where the approval %s', async (_what, forge) => {
    const [one] = createReplicas();
    const { device_code } = await one.start(rp);
    const { device_code: otherCode } = await one.start(rp);
    for (const code of [device_code, otherCode]) await one.approve(code);
    const forged = forge(await approvalOf(device_code), await approvalOf(otherCode));
    if (forged === undefined) await redis.hdel(key(device_code), 'approval');
    else await redis.hset(key(device_code), 'approval', forged);
    const form = { ...rp, grant_type: 'device_code', device_code };
    expect((await one.post('/token', form)).body.error).toBe('invalid_grant');
    const device = await one.context.devices.findByDeviceCodeHash(hashDeviceCode(device_code), 0);
    const events = await database.event.findMany({ where: { type: 'device.tampered' } });
    expect(events.map(({ data }) => data)).toContainEqual({ device_id: device?.id, client_id: 'demo-rp' });
    expect((await one.post('/token', form)).body.error).toBe('invalid_grant');
    expect((await one.post('/token', { ...form, device_code: otherCode })).status).toBe(200);
  });

  test('400 for a code whose record says that it is another code, and no tokens of the other one', async () => {
    const [one] = createReplicas();
    const { device_code } = await one.start(rp);
    const { device_code: otherCode } = await one.start(rp);
    await one.approve(otherCode);
    const copied = await redis.hgetall(key(otherCode));
    await redis.hset(key(device_code), copied);
    const form = { ...rp, grant_type: 'device_code', device_code };
    expect((await one.post('/token', form)).body.error).toBe('invalid_grant');
    expect((await one.post('/token', { ...form, device_code: otherCode })).status).toBe(200);
  });

  test.each<[string, (request: string, other: string) => string]>([
    ['has another client', (request) => request.replace('demo-rp', 'demo-cli')],
    ['has another name', (request) => request.replace('clientName":"', 'clientName":"Trusted ')],
    ['is not signed', (request) => request.slice(request.indexOf('{'))],
    ['is that of another code', (_request, other) => other],
  ])('400 for a code whose request %s, and the page does not know it', async (_what, forge) => {
    const [one] = createReplicas();
    const { device_code, user_code } = await one.start(rp);
    const { device_code: otherCode } = await one.start(rp);
    const requestOf = async (code: string) => (await redis.hget(key(code), 'request')) ?? '';
    await one.approve(device_code);
    const forged = forge(await requestOf(device_code), await requestOf(otherCode));
    await redis.hset(key(device_code), 'request', forged);
    const { devices, now } = one.context;
    expect(await devices.findByUserCode(readUserCode(user_code) ?? '', now())).toBeUndefined();
    const { status, body } = await one.post('/token', { ...rp, grant_type: 'device_code', device_code });
    expect([status, 'access_token' in body]).toEqual([400, false]);
  });

  test('400 for a client that the approval does not name', async () => {
    const [one] = createReplicas();
    const { device_code } = await one.start({ client_id: 'demo-cli' });
    await one.approve(device_code);
    await redis.hset(key(device_code), 'client_id', 'demo-rp');
    const { body } = await one.post('/token', { ...rp, grant_type: 'device_code', device_code });
    expect(body.error).toBe('invalid_grant');
  });
});

describe('while a dependency is gone', () => {
  test('503 with Retry-After when Postgres is, and the code stays redeemable', async () => {
    const [one] = createReplicas();
    const { device_code } = await one.start(rp);
    await one.approve(device_code);
    const form = { ...rp, grant_type: 'device_code', device_code };
    const gone = openDatabase(nowhere.postgres);
    const without = createSso({ connections: { pool: gone.pool, database: gone.database } });
    const failed = await without.post('/token', form);
    expect([failed.status, failed.body.error, failed.headers['retry-after']]).toEqual([
      503,
      'temporarily_unavailable',
      '2',
    ]);
    await gone.close();
    expect((await one.post('/token', form)).status).toBe(200);
  });

  test.each([
    ['/token', { ...rp, grant_type: 'device_code', device_code: 'x' }],
    ['/device_authorization', rp],
    ['/relay', { ...rp, purpose: 'user_login' }],
  ])('503 with Retry-After at %s when Redis is, at once', async (path, form) => {
    const gone = createRedisClient(nowhere.redis, { isCluster: false, onError: ignore });
    const attempts = createRedisAttempts(gone, { prefix: 'sso:attempts:', now: Date.now });
    const without = createSso({ connections: { redis: gone }, context: { attempts } });
    const response = await without.post(path, form);
    gone.disconnect();
    expect([response.status, response.body.error, response.headers['retry-after']]).toEqual([
      503,
      'temporarily_unavailable',
      '2',
    ]);
  });
});
