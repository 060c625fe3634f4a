import { request } from '@latchkey/testing';
import type { UserApi } from '../../src/sibling/user-api.ts';
import { createTestApp } from '../app/create-test-app.ts';

type Events = Parameters<UserApi['logDropEvents']>[0];

async function openApp() {
  const app = await createTestApp();
  const handed: Events = [];
  const handOver = async () => {
    handed.length = 0;
    await app.context.notices.handOver(async (events) => void handed.push(...events));
    return handed.map(({ type, user_id: owner, label }) => [type, owner, label]);
  };
  const store = async (more: object = {}) => {
    const body = {
      id: 'd1',
      payload: 'x',
      anonymous: true,
      notify: true,
      metadata: { label: 'router' },
      ...more,
    };
    return String((await app.postAs('owner', '/v1/drop/store', body).expect(200)).body.data.key);
  };
  return { ...app, handOver, store };
}

test('a taking is one notice, with kind, label and time, and no id of the drop', async () => {
  const { handOver, store, post, context, now } = await openApp();
  const key = await store({ kind: 'note' });
  await post('/v1/consume', { id: 'd1', key }).expect(200);
  const seen: Events[] = [];
  await expect(
    context.notices.handOver(async (events) => {
      seen.push(events);
      throw new Error('user-api is down');
    }),
  ).rejects.toThrow('user-api is down');
  await context.notices.handOver(async (events) => void seen.push(events));
  const taken = {
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    type: 'drop.taken',
    user_id: 'owner',
    created_at: new Date(now()).toISOString(),
    kind: 'note',
    label: 'router',
  };
  expect(seen).toEqual([[taken], [taken]]);
  expect(seen[0]).toEqual(seen[1]);
  expect(await handOver()).toEqual([]);
});

test('what is filled in and then taken are two notices; activate may change the wish', async () => {
  const { handOver, post, postAs } = await openApp();
  const asked = await postAs('owner', '/v1/drop/reserve', { id: 'f1', fillable: true, notify: true });
  const { key } = asked.body.data as { key: string };
  await post('/v1/fill', { id: 'f1', key, payload: 'x' }).expect(200);
  expect(await handOver()).toEqual([['drop.filled', 'owner', undefined]]);
  await postAs('owner', '/v1/drop/consume', { id: 'f1', key }).expect(200);
  expect(await handOver()).toEqual([['drop.taken', 'owner', undefined]]);
  await postAs('owner', '/v1/drop/reserve', { id: 'r1', notify: true });
  const active = await postAs('owner', '/v1/drop/activate', { id: 'r1', payload: 'x', notify: false });
  await postAs('owner', '/v1/drop/consume', { id: 'r1', key: active.body.data.key }).expect(200);
  expect(await handOver()).toEqual([]);
});

test('the first closing by wrong keys is one notice, however many networks meet it', async () => {
  const { handOver, store, post, advance } = await openApp();
  await store({ key: 'a passphrase' });
  const guess = () => post('/v1/consume', { id: 'd1', key: 'wrong' });
  for (let tries = 0; tries < 5; tries += 1) await guess();
  expect(await handOver()).toEqual([]);
  expect((await Promise.all([guess(), guess(), guess()])).map(({ status }) => status)).toEqual([
    429, 429, 429,
  ]);
  expect(await handOver()).toEqual([['drop.closed', 'owner', 'router']]);
  await advance(61);
  expect((await guess()).status).toBe(429);
  expect(await handOver()).toEqual([]);
});

test('no notice where nobody asked for it', async () => {
  const { handOver, store, post } = await openApp();
  const key = await store({ notify: false });
  await post('/v1/consume', { id: 'd1', key }).expect(200);
  expect(await handOver()).toEqual([]);
});

test.each([
  ['of more than 64 characters is cut', 'ü'.repeat(65), 'ü'.repeat(64)],
  ['that is no text is none', { a: 1 }, undefined],
])('a label %s', async (_what, label, shown) => {
  const { handOver, store, post } = await openApp();
  const key = await store({ metadata: { label } });
  await post('/v1/consume', { id: 'd1', key }).expect(200);
  expect(await handOver()).toEqual([['drop.taken', 'owner', shown]]);
});

test('a label is its owner’s: who takes the drop is not answered it, and every other member as it was kept', async () => {
  const { app, post, postAs, tokenOf } = await openApp();
  const raw = '{"host":"nas","label":"router","port":22.50,"n":12345678901234567890}';
  const stored = await request(app)
    .post('/v1/drop/store')
    .type('json')
    .send(`{"token":"${tokenOf('owner')}","id":"d1","payload":"x","anonymous":true,"metadata":${raw}}`);
  const taken = await post('/v1/consume', { id: 'd1', key: stored.body.data.key });
  expect(taken.text).toContain('"metadata":{"host":"nas","port":22.50,"n":12345678901234567890}');
  const listed = await postAs('owner', '/v1/drop/list');
  expect(listed.body.data.items[0].metadata).toMatchObject({ host: 'nas', label: 'router' });
});
