import { request } from '@latchkey/testing';
import type { UserApi } from '../../src/sibling/user-api.ts';
import { createTestApp } from '../app/create-test-app.ts';
import { untilReadable } from '../app/test-database.ts';

type Events = Parameters<UserApi['logDropEvents']>[0];

async function openApp() {
  const app = await createTestApp();
  const handed: Events = [];
  const handOver = async () => {
    handed.length = 0;
    await untilReadable();
    await app.context.handOver(async (events) => void handed.push(...events));
    return handed.map(({ type, owner, notify = false, label }) => [type, owner, notify, label]);
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

test('what an owner wants to know is handed over with kind, label and time, once it is taken, and without the id', async () => {
  const { store, post, context, now } = await openApp();
  const key = await store({ kind: 'note' });
  await post('/v1/consume', { id: 'd1', key }).expect(200);
  const seen: Events[] = [];
  await untilReadable();
  await expect(
    context.handOver(async (events) => {
      seen.push(events);
      throw new Error('user-api is down');
    }),
  ).rejects.toThrow('user-api is down');
  await context.handOver(async (events) => void seen.push(events));
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;
  const made = { id, type: 'drop.made', owner: 'owner', created_at: new Date(now()).toISOString() };
  const taken = { ...made, type: 'drop.taken', notify: true, kind: 'note', label: 'router' };
  expect(seen).toEqual([
    [made, taken],
    [made, taken],
  ]);
  expect(seen[0]).toEqual(seen[1]);
  await context.handOver(async (events) => void seen.push(events));
  expect(seen).toHaveLength(2);
});

test('what is filled in and then taken is handed over; activate may change the wish', async () => {
  const { handOver, post, postAs } = await openApp();
  const asked = await postAs('owner', '/v1/drop/reserve', { id: 'f1', fillable: true, notify: true });
  const { key } = asked.body.data as { key: string };
  await post('/v1/fill', { id: 'f1', key, payload: 'x' }).expect(200);
  expect(await handOver()).toEqual([['drop.filled', 'owner', true, undefined]]);
  await postAs('owner', '/v1/drop/consume', { id: 'f1', key }).expect(200);
  expect(await handOver()).toEqual([['drop.taken', 'owner', true, undefined]]);
  await postAs('owner', '/v1/drop/reserve', { id: 'r1', notify: true });
  const active = await postAs('owner', '/v1/drop/activate', { id: 'r1', payload: 'x', notify: false });
  await postAs('owner', '/v1/drop/consume', { id: 'r1', key: active.body.data.key }).expect(200);
  expect(await handOver()).toEqual([
    ['drop.made', 'owner', false, undefined],
    ['drop.taken', 'owner', false, undefined],
  ]);
});

test.each([true, false])('the first closing by wrong keys is handed over, notify %s', async (notify) => {
  const { handOver, store, post, advance } = await openApp();
  await store({ key: 'a passphrase', notify });
  const guess = () => post('/v1/consume', { id: 'd1', key: 'wrong' });
  for (let tries = 0; tries < 5; tries += 1) await guess();
  expect(await handOver()).toEqual([['drop.made', 'owner', false, undefined]]);
  expect((await Promise.all([guess(), guess(), guess()])).map(({ status }) => status)).toEqual([
    429, 429, 429,
  ]);
  expect(await handOver()).toEqual([['drop.closed', 'owner', notify, notify ? 'router' : undefined]]);
  await advance(61);
  expect((await guess()).status).toBe(429);
  expect(await handOver()).toEqual([]);
});

test('how a drop ends untaken is handed over; what operators read and what is denied is not', async () => {
  const { handOver, store, post, postAs, advance, context } = await openApp();
  for (const id of ['d1', 'd2', 'd3']) await store({ id, ttl: 60 });
  await postAs('owner', '/v1/drop/revoke', { id: 'd1' }).expect(200);
  await postAs('owner', '/v1/drop/delete', { id: 'd2' }).expect(200);
  await post('/v1/consume', { id: 'd3', key: 'wrong' }).expect(403);
  await advance(61);
  await context.upkeep.shredExpired({ rows: 10, bytes: 1000 });
  const types = (await handOver()).map(([type]) => type);
  expect(types.slice(3)).toEqual(['drop.revoked', 'drop.deleted', 'drop.expired']);
});

test.each([
  ['of more than 64 characters is cut', 'ü'.repeat(65), 'ü'.repeat(64)],
  ['that is no text is none', { a: 1 }, undefined],
])('a label %s', async (_what, label, shown) => {
  const { handOver, store, post } = await openApp();
  const key = await store({ metadata: { label } });
  await post('/v1/consume', { id: 'd1', key }).expect(200);
  expect((await handOver()).at(-1)).toEqual(['drop.taken', 'owner', true, shown]);
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
