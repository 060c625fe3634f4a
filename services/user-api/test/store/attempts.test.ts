import { createRedisAttempts } from '@latchkey/attempts/redis';
import { useTestRedis } from '@latchkey/testing';
import { createCounterOf } from '../../src/signing-in/attempt/counters.ts';
import { createServiceWithAccounts } from '../setup/requests.ts';

const redis = useTestRedis({ keyPrefix: 'user-api:' });

describe('two replicas on one Redis', () => {
  async function startReplicas() {
    const replicas = [await createServiceWithAccounts(), await createServiceWithAccounts()];
    const counterOf = createCounterOf(Buffer.from(crypto.randomUUID()));
    for (const { service } of replicas) {
      const attempts = createRedisAttempts(redis(), { prefix: 'attempts:', now: service.clock.now });
      Object.assign(service.context, { attempts, counterOf, newId: () => crypto.randomUUID() });
    }
    return replicas;
  }

  test('no more than the budget is hashed of 100 parallel wrong guesses', async () => {
    const replicas = await startReplicas();
    const guesses = Array.from({ length: 50 }, () =>
      replicas.map(({ send }) => send('/auth/user/login', { 'auth.pass': 'wrong' })),
    ).flat();
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    // A replica that finds no place at its hash gate answers 503.
    expect(statuses.filter((status) => status === 429 || status === 503)).toHaveLength(90);
    expect(replicas.map(({ service }) => service.hash.verified).flat()).toHaveLength(10);
  });

  test('40 wrong passwords at once in a session end it after 20, with one row', async () => {
    const [replica] = await startReplicas();
    const { service, send } = replica!;
    const fields = { 'auth.pass': 'wrong' };
    const guesses = Array.from({ length: 40 }, (_none, nth) =>
      send('/account/me/password/change', fields, { ip: `198.51.${nth}.1` }),
    );
    const codes = (await Promise.all(guesses)).map(({ body }) => String(body.code));
    // Who finds twenty under way waits: one of them may be right. One of those that end may see another do it.
    const [first, rest] = [service.hash.verified.length, codes.filter((code) => code === 'session_revoked')];
    expect([first <= 20, rest.length <= 21]).toEqual([true, true]);
    for (let nth = 0; nth < 20; nth += 1)
      await send('/account/me/password/change', fields, { ip: `203.0.${nth}.1` });
    expect(service.hash.verified).toHaveLength(20);
    const ended = (await service.requestLog.entries()).filter(({ event }) => event === 'session.guessed');
    expect(ended).toHaveLength(1);
    expect((await send('/account/me/password/change', {})).body.code).toBe('session_revoked');
  });

  test('what is stored names no person and no address', async () => {
    const [replica] = await startReplicas();
    await replica?.send('/auth/user/login', { 'auth.pass': 'wrong' });
    await replica?.send('/auth/user/login', { 'auth.user': 'nobody@example.test' });
    const stored = (await redis().keys('*')).join(' ');
    expect(stored).toMatch(/attempts:accountAndNetwork:/);
    expect(stored).not.toMatch(/@|nobody|11111111|192[.]0[.]2/);
  });
});
