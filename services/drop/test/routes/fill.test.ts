import { createTestApp } from '../app/create-test-app.ts';

const day = 24 * 3600;

/** A secret that the owner asks for. */
async function askFor(body: object = {}, overrides: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp(overrides);
  const asked = await app.postAs('owner', '/v1/drop/reserve', { id: 'asked', fillable: true, ...body });
  const { key } = asked.body.data as { key: string };
  const fill = (given: object = {}) =>
    app.post('/v1/fill', { id: 'asked', key, payload: 'four herons', ...given });
  const ofOwner = async (path: string, given: object = {}) =>
    (await app.postAs('owner', path, { id: 'asked', key, ...given })).body;
  return { ...app, asked: asked.body.data, key, fill, ofOwner };
}

test('200 whoever has the key fills it in, and only its owner takes it, once', async () => {
  const { asked, fill, ofOwner, post, postAs, key, events } = await askFor({
    asks: ' the\u202e key\nof the NAS ',
  });
  expect(asked).toMatchObject({
    status: 'reserved',
    fillable: true,
    asks: 'the key of the NAS',
    notify: false,
  });
  expect(key).toMatch(/^dk1_[\w-]{43}$/);
  expect((await fill()).body).toMatchObject({ status: 1, data: { id: 'asked', filled: true } });
  expect((await post('/v1/consume', { id: 'asked', key })).status).toBe(401);
  expect((await postAs('other', '/v1/consume', { id: 'asked', key })).status).toBe(403);
  expect((await fill({ payload: 'three' })).body.code).toBe('state_conflict');
  expect(await ofOwner('/v1/drop/consume')).toMatchObject({
    data: { payload: 'four herons', status: 'consumed' },
  });
  expect(await ofOwner('/v1/drop/consume')).toMatchObject({ code: 'not_active' });
  expect((await events()).map(({ event, actor }) => [event, actor])).toEqual([
    ['reserved', 'owner'],
    ['filled', 'anonymous'],
    ['denied', 'anonymous'],
    ['denied', 'other'],
    ['denied', 'anonymous'],
    ['consumed', 'owner'],
    ['denied', 'owner'],
  ]);
});

test.each([
  ['7 days more than it had, where that was less', { ttl: 60 }, 30, 30 + 7 * day],
  ['as long as it had, where that was more', { ttl: 20 * day }, 30, 20 * day],
  ['30 days from the reservation at most', { ttl: 30 * day }, 29 * day, 30 * day],
  ['30 days from the reservation at most, with less', { ttl: 29 * day }, 28 * day, 30 * day],
])('200 what was filled in lives %s', async (_what, body, afterSeconds, lives) => {
  const { advance, fill, ofOwner, now } = await askFor(body);
  const start = now();
  await advance(afterSeconds);
  await fill().expect(200);
  const { data } = await ofOwner('/v1/drop/status');
  expect((Date.parse(data.expires_at) - start) / 1000).toBe(lives);
});

test('409 of what its owner fills in, a stranger has a key no more', async () => {
  const { fill, ofOwner, postAs } = await askFor();
  await postAs('owner', '/v1/drop/activate', { id: 'asked', payload: 'own' }).expect(200);
  expect((await fill()).body.code).toBe('not_found');
  expect(await ofOwner('/v1/drop/consume')).toMatchObject({ code: 'invalid_key' });
});

test('403 a wrong key spends nothing, and many close it for the network, but not for the right key', async () => {
  const { fill, events, ofOwner } = await askFor();
  for (let guess = 0; guess < 5; guess += 1)
    expect((await fill({ key: 'dk1_no' })).body.code).toBe('invalid_key');
  expect((await fill({ key: 'dk1_no' })).body.code).toBe('attempts_limited');
  expect(await ofOwner('/v1/drop/status')).toMatchObject({ data: { status: 'reserved' } });
  await fill().expect(200);
  expect((await events()).filter(({ event }) => event === 'denied').map(({ reason }) => reason)).toEqual([
    'invalid_key',
    'attempts_limited',
  ]);
});

test('429 a network looks for few ids that nobody asks to fill in', async () => {
  const { post } = await askFor();
  const look = () => post('/v1/fill', { id: 'unknown', key: 'k', payload: 'x' });
  for (let id = 0; id < 60; id += 1) expect((await look()).status).toBe(404);
  expect((await look()).body).toMatchObject({ code: 'attempts_limited', retry_after: 60 });
});

test('403 what a stranger fills in is in the quota of its owner', async () => {
  const { fill, ofOwner } = await askFor({}, { context: { quota: { maxDrops: 0, maxBytes: 20 } } });
  expect((await fill()).body.code).toBe('quota_exceeded');
  expect(await ofOwner('/v1/drop/status')).toMatchObject({ data: { status: 'reserved' } });
});

test.each([
  ['a person', {}, 'user', 'owner'],
  ['a member', { token_use: 'member', org: 'o1', role: 'admin' }, 'org', 'o1'],
  ['an app', { token_use: 'app', client_id: 'owner' }, 'app', 'owner'],
])('200 user-api names %s who asks, once', async (_what, claims, kind, id) => {
  const asked: unknown[] = [];
  const findAsker = async (who: object) => (asked.push(who), 'Acme');
  const context = { userApi: { findAsker, logDropEvents: async () => undefined } };
  const { post, tokenOf } = await createTestApp({ context });
  const body = { 'auth.token': tokenOf('owner', { scope: '', ...claims }), fillable: true };
  await post('/v1/drop/reserve', body).expect(200);
  expect(asked).toEqual([{ kind, id }]);
});

test.each([
  ['no user-api', undefined],
  [
    'an address that is not verified',
    { findAsker: async () => undefined, logDropEvents: async () => undefined },
  ],
])('400 without a name for who asks nothing is reserved: %s', async (_what, userApi) => {
  const { postAs, events } = await createTestApp({ context: { userApi } });
  const refused = await postAs('owner', '/v1/drop/reserve', { fillable: true });
  expect(refused.body).toMatchObject({ message: 'Invalid', code: 'invalid_value', field: 'fillable' });
  expect(await events()).toEqual([]);
});
