import { randomUUID } from 'node:crypto';
import { createRedisAttempts } from '@latchkey/attempts/redis';
import { createRedisClient } from '@latchkey/connections';
import { useTestDatabase, useTestRedis } from '@latchkey/testing';
import type { Redis } from 'ioredis';
import { createDeviceHistoryStore } from '../../src/store/device-history-store.ts';
import { createDeviceStore } from '../../src/store/device-store.ts';
import { createFamilyStore } from '../../src/store/family-store.ts';
import { createOutboxStore } from '../../src/store/outbox-store.ts';
import { createRelayStore } from '../../src/store/relay-store.ts';
import { createSso, secretOf } from '../sso-harness.ts';
import { openDatabase, type OpenDatabase } from './open-database.ts';

const rp = { client_id: 'demo-rp', client_secret: secretOf('demo-rp') };
const nowhere = { postgres: 'postgres://nobody@127.0.0.1:1/none', redis: 'redis://127.0.0.1:1' };

const store = useTestDatabase('sso', openDatabase);
const redis = useTestRedis();

const ignore = () => undefined;

function storesOf({ pool, database }: OpenDatabase, usedRedis: Redis) {
  const attempts = createRedisAttempts(usedRedis, { prefix: 'sso:attempts:', now: Date.now });
  return {
    devices: createDeviceStore(usedRedis, { wrongPasswords: 5 }),
    history: createDeviceHistoryStore(pool, ignore),
    families: createFamilyStore(pool),
    outbox: createOutboxStore(database, {
      attempts,
      newId: randomUUID,
      now: Date.now,
      perMinute: 20,
      report: ignore,
    }),
    relays: createRelayStore(usedRedis),
    attempts,
  };
}

/** Two replicas over the same Redis and Postgres. */
function createReplicas() {
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => void setTimeout(resolve, milliseconds));
  return [0, 1].map(() => createSso({ context: { ...storesOf(store(), redis()), pause } })) as [
    ReturnType<typeof createSso>,
    ReturnType<typeof createSso>,
  ];
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
    const { refresh_token, binding_chain, binding_link } = won[0]?.body ?? {};
    const refresh = { ...rp, grant_type: 'refresh_token', refresh_token, binding_chain, binding_link };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : two).post('/token', refresh)),
    );
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(await store().database.refreshFamily.count({ where: { id: binding_chain } })).toBe(1);
    expect(await store().database.supersededToken.count({ where: { familyId: binding_chain } })).toBe(1);
  });

  test('a pickup that died after its family was written is taken over by the next poll', async () => {
    const [one, two] = createReplicas();
    const { device_code } = await one.start(rp);
    await one.approve(device_code);
    const form = { ...rp, grant_type: 'device_code', device_code };
    const { devices } = one.context;
    const dead = () => Promise.reject(new Error('Connection is closed.'));
    const dying = createSso({
      context: { ...storesOf(store(), redis()), devices: { ...devices, complete: dead, release: dead } },
    });
    expect((await dying.post('/token', form)).status).toBe(503);
    two.clock.advance(5);
    const { status, body } = await two.post('/token', form);
    expect(status).toBe(200);
    const families = await store().database.refreshFamily.findMany({ where: { id: body.binding_chain } });
    expect(families).toMatchObject([{ claim: 2, generation: 0, revokedAt: null }]);
    const issued = {
      clientId: 'demo-rp',
      deviceAuthorizationId: families[0]?.deviceAuthorizationId ?? '',
    };
    expect(await store().database.refreshFamily.count({ where: issued })).toBe(1);
  });
});

describe('while a dependency is gone', () => {
  test('503 with Retry-After when Postgres is, and the code stays redeemable', async () => {
    const [one] = createReplicas();
    const { device_code } = await one.start(rp);
    await one.approve(device_code);
    const form = { ...rp, grant_type: 'device_code', device_code };
    const gone = openDatabase(nowhere.postgres);
    const without = createSso({ context: storesOf(gone, redis()) });
    const failed = await without.post('/token', form);
    expect([failed.status, failed.body.error, failed.headers['retry-after']]).toEqual([
      503,
      'temporarily_unavailable',
      '2',
    ]);
    expect((await without.post('/device_authorization', rp)).status).toBe(503);
    await gone.close();
    expect((await one.post('/token', form)).status).toBe(200);
  });

  test.each([
    ['/token', { ...rp, grant_type: 'device_code', device_code: 'x' }],
    ['/device_authorization', rp],
    ['/relay', { ...rp, purpose: 'user_login' }],
  ])('503 with Retry-After at %s when Redis is, at once', async (path, form) => {
    const gone = createRedisClient(nowhere.redis, { isCluster: false, onError: ignore }) as Redis;
    const without = createSso({ context: storesOf(store(), gone) });
    const response = await without.post(path, form);
    gone.disconnect();
    expect([response.status, response.body.error, response.headers['retry-after']]).toEqual([
      503,
      'temporarily_unavailable',
      '2',
    ]);
  });
});
