import { randomBytes } from 'node:crypto';
import { createProcessAttempts } from '@latchkey/attempts';
import { request } from '@latchkey/testing';
import { createPassphraseKdf } from '../../src/secrecy/passphrase-kdf.ts';
import { createTestApp, hashQuickly } from '../app/create-test-app.ts';

type App = Awaited<ReturnType<typeof createTestApp>>;

const wrong = { id: 'd', key: 'wrong' };

function consumeFrom({ postAs }: App, network: number, body: object) {
  return postAs('owner', '/v1/drop/consume', body).set('x-forwarded-for', `192.0.${network}.9`);
}

test('429 after five wrong passphrases from a network; the right one too, until half an hour has passed', async () => {
  const app = await createTestApp();
  await app.postAs('owner', '/v1/drop/store', { id: 'd', key: 'right', payload: 'x' });
  for (let guess = 0; guess < 5; guess += 1) await consumeFrom(app, 1, wrong).expect(403);
  const limited = await consumeFrom(app, 1, wrong).expect(429);
  expect(limited.body).toMatchObject({ message: 'Invalid', code: 'attempts_limited', retry_after: 1800 });
  expect(limited.headers['retry-after']).toBe('1800');
  await consumeFrom(app, 1, { id: 'd', key: 'right' }).expect(429);
  await consumeFrom(app, 2, wrong).expect(403);
  await app.advance(1800);
  await consumeFrom(app, 1, { id: 'd', key: 'right' }).expect(200);
});

test('429 after twenty wrong passphrases from all networks', async () => {
  const app = await createTestApp();
  await app.postAs('owner', '/v1/drop/store', { id: 'd', key: 'right', payload: 'x' });
  for (let guess = 0; guess < 20; guess += 1)
    await consumeFrom(app, Math.floor(guess / 4), wrong).expect(403);
  const { body } = await consumeFrom(app, 99, { id: 'd', key: 'right' }).expect(429);
  expect(body.retry_after).toBe(600);
});

/** An app, and what it does with its counters of attempts. */
async function createCountedApp() {
  const local = createProcessAttempts({ now: () => 0 });
  const asked: string[] = [];
  const attempts = new Proxy(local, {
    get(target, name: keyof typeof local) {
      asked.push(name);
      return target[name];
    },
  });
  return { asked, ...(await createTestApp({ context: { attempts } })) };
}

test('200 for a right passphrase clears the wrong ones of the network, where there were any', async () => {
  const app = await createCountedApp();
  await app.postAs('owner', '/v1/drop/store', { id: 'd', key: 'right', payload: 'x' });
  const get = (key: string) => app.postAs('owner', '/v1/drop/get', { id: 'd', key });
  await get('right').expect(200);
  expect(app.asked).toEqual(['waitMs', 'hold', 'release']);
  for (let round = 0; round < 3; round += 1) {
    for (let guess = 0; guess < 4; guess += 1) await get('wrong').expect(403);
    await get('right').expect(200);
    expect(app.asked.at(-1)).toBe('clear');
  }
});

test('200 for the right server-made key asks no counter: the wrong ones stay for their time', async () => {
  const app = await createCountedApp();
  const { body } = await app.postAs('owner', '/v1/drop/store', { id: 'd', payload: 'x' });
  for (let guess = 0; guess < 4; guess += 1) await consumeFrom(app, 1, wrong).expect(403);
  const before = app.asked.length;
  await app.postAs('owner', '/v1/drop/get', { id: 'd', key: body.data.key }).expect(200);
  expect(app.asked).toHaveLength(before);
  await consumeFrom(app, 1, wrong).expect(403);
  await consumeFrom(app, 1, wrong).expect(429);
  await consumeFrom(app, 1, { id: 'd', key: body.data.key }).expect(200);
});

test('403 of many parallel guesses: no more than five are judged', async () => {
  const app = await createTestApp();
  await app.postAs('owner', '/v1/drop/store', { id: 'd', key: 'right', payload: 'x' });
  const answers = await Promise.all(Array.from({ length: 40 }, () => consumeFrom(app, 1, wrong)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 403)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(35);
});

test('503 when too many passphrases wait, and nothing is consumed', async () => {
  const gate: { open?: () => void } = {};
  const opened = new Promise<void>((resolve) => (gate.open = resolve));
  let slow = false;
  const kdf = createPassphraseKdf(async (key, salt) => {
    if (slow) await opened;
    return hashQuickly(key, salt);
  });
  const app = await createTestApp({ context: { vault: { peppers: [], kdf, randomBytes } } });
  await app.postAs('owner', '/v1/drop/store', { id: 'd', key: 'right', payload: 'x' });
  slow = true;
  // One more than two that run and 64 that wait: the first 503 says that all places are taken.
  const full: { tell?: () => void } = {};
  const isFull = new Promise<void>((resolve) => (full.tell = resolve));
  const waiting = Array.from({ length: 67 }, async () => {
    const { status } = await app.postAs('owner', '/v1/drop/store', { payload: 'x', key: 'k' });
    if (status === 503) full.tell?.();
    return status;
  });
  await isFull;
  const refused = await app.postAs('owner', '/v1/drop/consume', { id: 'd', key: 'right' });
  expect(refused.status).toBe(503);
  expect(refused.headers['retry-after']).toBe('1');
  expect(refused.body.code).toBe('overloaded');
  gate.open?.();
  expect(new Set(await Promise.all(waiting))).toContain(200);
  await app.postAs('owner', '/v1/drop/consume', { id: 'd', key: 'right' }).expect(200);
});

test('503 for a drop whose pepper is not configured, and nothing is consumed or counted', async () => {
  const kdf = createPassphraseKdf(hashQuickly);
  const pepper = { kid: 'p1', key: randomBytes(32) };
  const sealing = await createTestApp({ context: { vault: { peppers: [pepper], kdf, randomBytes } } });
  const { body } = await sealing.postAs('owner', '/v1/drop/store', { id: 'd', payload: 'x' });
  const { drops } = sealing.context;
  const without = await createTestApp({ context: { drops } });
  for (let turn = 0; turn < 7; turn += 1) {
    await without.postAs('owner', '/v1/drop/consume', { id: 'd', key: body.data.key }).expect(503);
  }
  await sealing.postAs('owner', '/v1/drop/consume', { id: 'd', key: body.data.key }).expect(200);
});

test('403 and not consumed when the row was changed outside the service', async () => {
  const app = await createTestApp();
  const { body } = await app.postAs('owner', '/v1/drop/store', { id: 'd', payload: 'x' });
  const { drops } = app.context;
  const found = await drops.findLocked('d');
  const turned = { ...found, drop: { ...found?.drop, anonymous: true } } as Awaited<
    ReturnType<typeof drops.findLocked>
  >;
  const tampered = await createTestApp({ context: { drops: { ...drops, findLocked: async () => turned } } });
  const refused = await tampered.post('/v1/consume', { id: 'd', key: body.data.key }).expect(403);
  expect(refused.body).toMatchObject({ message: 'Invalid', code: 'invalid_key', field: 'key' });
  expect(tampered.lines.join('')).toContain('the row of this drop was changed outside the service');
  await app.postAs('owner', '/v1/drop/consume', { id: 'd', key: body.data.key }).expect(200);
});

test.each([
  ['a wrong key', { id: 'd', key: 'wrong' }, 403, 'wrong key'],
  ['a key that no drop has', { id: 'd', key: 'x'.repeat(1025) }, 400, 'the key is too long'],
  [
    'an impossible conversion',
    { id: 'd', key: 'right', payload_format: 'json' },
    400,
    'the bytes are not UTF-8',
  ],
])('the log says why %s is Invalid, and the answer does not', async (_name, body, status, detail) => {
  const app = await createTestApp();
  const payload = { payload: '/w==', payload_format: 'base64' };
  await app.postAs('owner', '/v1/drop/store', { id: 'd', key: 'right', ...payload }).expect(200);
  const refused = await app.postAs('owner', '/v1/drop/consume', body).expect(status);
  expect(refused.text).not.toContain(detail);
  expect(app.lines.at(-1)).toContain(`"detail":"${detail}"`);
});

describe('refusals', () => {
  const denials = async ({ events }: App) => (await events()).filter(({ event }) => event === 'denied');

  test('403 and 429: one event a minute for each drop, reason and network; the metric counts each one', async () => {
    const app = await createTestApp();
    for (const id of ['d', 'e'])
      await app.postAs('owner', '/v1/drop/store', { id, key: 'right', payload: 'x' });
    for (let guess = 0; guess < 5; guess += 1) await consumeFrom(app, 1, wrong).expect(403);
    for (let guess = 0; guess < 9; guess += 1) await consumeFrom(app, 1, wrong).expect(429);
    expect((await denials(app)).map(({ reason }) => reason)).toEqual(['invalid_key', 'attempts_limited']);
    await consumeFrom(app, 2, wrong).expect(403);
    await consumeFrom(app, 2, { ...wrong, id: 'e' }).expect(403);
    expect((await denials(app)).slice(2).map(({ dropId, reason }) => [dropId, reason])).toEqual([
      ['d', 'invalid_key'],
      ['e', 'invalid_key'],
    ]);
    await app.advance(60);
    await consumeFrom(app, 1, wrong).expect(429);
    await consumeFrom(app, 1, wrong).expect(429);
    expect(await denials(app)).toHaveLength(5);
    const metrics = await app.metrics.registry.metrics();
    expect(metrics).toContain('drop_refusals_total{reason="invalid_key"} 7');
    expect(metrics).toContain('drop_refusals_total{reason="attempts_limited"} 11');
  });

  test('403 of many at once: one event', async () => {
    const app = await createTestApp();
    await app.postAs('owner', '/v1/drop/store', { id: 'd', payload: 'x' });
    await Promise.all(
      Array.from({ length: 20 }, () => app.post('/v1/consume', { id: 'd', key: 'k' }).expect(401)),
    );
    expect(await denials(app)).toHaveLength(1);
  });

  test('401 is an event also when its budget cannot be asked', async () => {
    const attempts = createProcessAttempts({ now: Date.now });
    const hold: typeof attempts.hold = (counters, slot) =>
      counters[0]?.key.startsWith('refused:')
        ? Promise.reject(new Error('OOM command not allowed'))
        : attempts.hold(counters, slot);
    const app = await createTestApp({ context: { attempts: { ...attempts, hold } } });
    await app.postAs('owner', '/v1/drop/store', { id: 'd', payload: 'x' });
    for (let turn = 0; turn < 3; turn += 1) await app.post('/v1/consume', { id: 'd', key: 'k' }).expect(401);
    expect(await denials(app)).toHaveLength(3);
  });
});

describe('/v1/consume and /d/{id} say no more than 60 times a minute whether an id exists', () => {
  const from = (network: number) => ({ 'x-forwarded-for': `192.0.${network}.9` });

  async function createStored() {
    const app = await createTestApp();
    await app.postAs('owner', '/v1/drop/store', { id: 'private', key: 'right', payload: 'x' });
    await app.postAs('owner', '/v1/drop/store', { id: 'open', key: 'right', payload: 'x', anonymous: true });
    const ask = (id: string, as?: string, network = 1) => {
      const body = { id, key: 'right' };
      const sent = as === undefined ? app.post('/v1/consume', body) : app.postAs(as, '/v1/consume', body);
      return sent.set(from(network));
    };
    const useUp = async () => {
      for (let turn = 0; turn < 60; turn += 1)
        await ask(turn % 2 === 0 ? 'private' : 'unknown').expect(turn % 2 === 0 ? 401 : 404);
    };
    return { ...app, ask, useUp };
  }

  test('429, byte-equal for a private id and an unknown one, with and without a token, until the minute is over', async () => {
    const { app, ask, useUp, advance } = await createStored();
    await useUp();
    const asked = [ask('private'), ask('unknown'), ask('private', 'stranger'), ask('unknown', 'stranger')];
    const answers = await Promise.all(asked);
    const bodies = answers.map(({ body: { request_id: _requestId, ...rest } }) => rest);
    expect(answers.map(({ status }) => status)).toEqual([429, 429, 429, 429]);
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]).toMatchObject({ message: 'Invalid', code: 'attempts_limited', retry_after: 60 });
    const page = await request(app).get('/d/private').set(from(1)).set('accept', 'application/json');
    expect(page.status).toBe(429);
    await ask('private', undefined, 2).expect(401);
    await advance(60);
    await ask('private').expect(401);
  });

  test('200 for who may take the drop, also from a network that may learn nothing more', async () => {
    const { ask, useUp } = await createStored();
    await useUp();
    await ask('open').expect(200);
    await ask('private', 'owner').expect(200);
  });
});
