import { request } from '@latchkey/testing';
import { createTestApp } from '../app/create-test-app.ts';

const made = 'made-id-00000000000001';
const stored = {
  id: made,
  status: 'active',
  anonymous: false,
  kind: null,
  metadata: null,
  payload_format: 'text',
  content_type: null,
  created_at: '2026-11-21T12:00:00.000Z',
  activated_at: '2026-11-21T12:00:00.000Z',
  expires_at: '2026-11-28T12:00:00.000Z',
  expires_in: 604_800,
};
/** What the owner is shown beside. */
const own = { ...stored, fillable: false, asks: null, notify: false };
const receipt = {
  size: 5,
  consumed_at: null,
  consumed_by: null,
  consume_request_id: null,
  caller_request_id: null,
  revoked_at: null,
};

function ok(data: object) {
  return { status: 1, comment: 'OK', data };
}

test('200 of store: everything about the drop, and its key this once', async () => {
  const { postAs } = await createTestApp();
  const { body } = await postAs('owner', '/v1/drop/store', { payload: 'hello' }).expect(200);
  expect(body).toEqual(ok({ ...own, key: expect.stringMatching(/^dk1_[A-Za-z0-9_-]{43}$/) as string }));
  const status = await postAs('owner', '/v1/drop/status', { id: made }).expect(200);
  expect(status.body).toEqual(ok({ ...own, ...receipt }));
});

test("200 of store with all fields; the caller's key is not echoed", async () => {
  const { postAs } = await createTestApp();
  const fields = { kind: 'note', metadata: { a: [1] }, content_type: 'text/html', anonymous: 'true' };
  const rest = {
    id: 'my:id.~_-',
    payload_format: 'html',
    key: 'k',
    ttl: '60',
    expires_at: '2026-11-21T12:00:30Z',
  };
  const { body } = await postAs('owner', '/v1/drop/store', { payload: '<b>', ...fields, ...rest }).expect(
    200,
  );
  const shown = { kind: 'note', metadata: { a: [1] }, content_type: 'text/html', anonymous: true };
  const term = { expires_at: '2026-11-21T12:00:30.000Z', expires_in: 30 };
  expect(body).toEqual(ok({ ...own, ...shown, ...term, id: 'my:id.~_-', payload_format: 'html' }));
  const earlier = { payload: 'x', ttl: 10, expires_at: rest.expires_at };
  expect((await postAs('owner', '/v1/drop/store', earlier)).body.data.expires_in).toBe(10);
});

test('200 of get and consume of bytes, in base64 unless another format is named', async () => {
  const { postAs } = await createTestApp();
  const fields = {
    payload: '/w==',
    payload_format: 'base64',
    content_type: String.raw`text/plain; charset="utf\-8";name*="a\"b\\"; `,
  };
  const { body } = await postAs('owner', '/v1/drop/store', fields).expect(200);
  const { key } = body.data as { key: string };
  for (const name of ['get', 'consume'])
    await postAs('owner', `/v1/drop/${name}`, { id: made, key, payload_format: 'json' }).expect(400);
  const taken = await postAs('owner', '/v1/drop/consume', { id: made, key }).expect(200);
  expect(taken.body.data).toMatchObject({ payload: '/w==', content_type: fields.content_type });
});

test('200 of get, which does not consume; 200 of consume, which does', async () => {
  const { postAs, advance, events } = await createTestApp();
  const { body } = await postAs('owner', '/v1/drop/store', { payload: 'hello' });
  const { key } = body.data as { key: string };
  for (let turn = 0; turn < 2; turn += 1) {
    const got = await postAs('owner', '/v1/drop/get', { id: made, key }).expect(200);
    expect(got.body).toEqual(ok({ ...stored, payload: 'hello' }));
  }
  await advance(5);
  const taken = await postAs('owner', '/v1/drop/consume', { id: made, key, payload_format: 'base64' })
    .set('x-request-id', 'theirs')
    .expect(200);
  expect(taken.headers['x-request-id']).toBe('request-1');
  expect(taken.body).toEqual(ok({ ...stored, status: 'consumed', expires_in: 0, payload: 'aGVsbG8=' }));
  // Also when the date passes that it would have expired at.
  await advance(604_800);
  const status = await postAs('owner', '/v1/drop/status', { id: made });
  expect(status.body.data).toEqual({
    ...own,
    ...receipt,
    status: 'consumed',
    expires_in: 0,
    consumed_at: '2026-11-21T12:00:05.000Z',
    consumed_by: 'owner',
    consume_request_id: 'request-1',
    caller_request_id: 'theirs',
  });
  expect(await events()).toMatchObject([
    { event: 'stored', requestId: 'request-1', callerRequestId: null },
    { event: 'consumed', requestId: 'request-1', callerRequestId: 'theirs' },
  ]);
});

test('200 of /v1/consume without a principal, for an anonymous drop', async () => {
  const { post, postAs, events } = await createTestApp();
  const { body } = await postAs('owner', '/v1/drop/store', { data: { a: 1 }, anonymous: true });
  const { key } = body.data as { key: string };
  const taken = await post('/v1/consume', { id: made, key }).expect(200);
  expect(taken.body.data).toMatchObject({ status: 'consumed', payload: { a: 1 }, data: { a: 1 } });
  expect((await events()).at(-1)).toMatchObject({ event: 'consumed', actor: 'anonymous', owner: 'owner' });
});

test('200 of /v1/consume for the owner, and for a stranger of an anonymous drop, who is then named', async () => {
  const { postAs } = await createTestApp();
  await postAs('owner', '/v1/drop/store', { id: 'own', payload: 'x', key: 'k' });
  await postAs('owner', '/v1/consume', { id: 'own', key: 'k' }).expect(200);
  await postAs('owner', '/v1/drop/store', { id: 'open', payload: 'x', key: 'k', anonymous: true });
  await postAs('other', '/v1/consume', { id: 'open', key: 'k' }).expect(200);
  const { body } = await postAs('owner', '/v1/drop/status', { id: 'open' });
  expect(body.data).toMatchObject({ consumed_by: 'other' });
});

test('200 of reserve and activate: fields that activate gives replace those of reserve, the others stay', async () => {
  const { postAs, advance } = await createTestApp();
  const reserved = await postAs('owner', '/v1/drop/reserve', {
    ttl: 100,
    kind: 'a',
    metadata: { b: 1 },
  }).expect(200);
  const empty = {
    status: 'reserved',
    payload_format: null,
    activated_at: null,
    kind: 'a',
    metadata: { b: 1 },
  };
  const term = { expires_at: '2026-11-21T12:01:40.000Z', expires_in: 100 };
  expect(reserved.body).toEqual(ok({ ...own, ...empty, ...term }));
  await advance(10);
  const active = await postAs('owner', '/v1/drop/activate', { id: made, payload: [], kind: 'c' }).expect(200);
  const changed = {
    payload_format: 'json',
    kind: 'c',
    metadata: { b: 1 },
    activated_at: '2026-11-21T12:00:10.000Z',
  };
  const { key } = active.body.data as { key: string };
  expect(active.body).toEqual(ok({ ...own, ...changed, ...term, expires_in: 90, key }));
  const taken = await postAs('owner', '/v1/drop/consume', { id: made, key }).expect(200);
  expect(taken.body.data).toMatchObject({ payload: [], kind: 'c' });
});

test('200 of activate with a term, which starts at the activation', async () => {
  const { postAs, advance } = await createTestApp();
  await postAs('owner', '/v1/drop/reserve', { id: 'r', ttl: 100 });
  await advance(99);
  const { body } = await postAs('owner', '/v1/drop/activate', { id: 'r', payload: 'x', ttl: 3600 }).expect(
    200,
  );
  expect(body.data).toMatchObject({ expires_in: 3600 });
});

test('200 of revoke shows the receipt; 200 of delete frees the id in any state', async () => {
  const { postAs } = await createTestApp();
  await postAs('owner', '/v1/drop/store', { id: 'd', payload: 'hello' });
  const revoked = await postAs('owner', '/v1/drop/revoke', { id: 'd', expires: 'ignored', status: 5 }).expect(
    200,
  );
  const ended = { status: 'revoked', expires_in: 0, revoked_at: '2026-11-21T12:00:00.000Z' };
  expect(revoked.body).toEqual(ok({ ...own, ...receipt, ...ended, id: 'd' }));
  const deleted = await postAs('owner', '/v1/drop/delete', { id: 'd' }).expect(200);
  expect(deleted.body).toEqual(ok({ id: 'd', deleted: true }));
  await postAs('owner', '/v1/drop/status', { id: 'd' }).expect(404);
  await postAs('other', '/v1/drop/reserve', { id: 'd' }).expect(200);
});

test('200 of status for an expired drop', async () => {
  const { postAs, advance } = await createTestApp();
  await postAs('owner', '/v1/drop/store', { id: 'd', payload: 'hello', ttl: 60 });
  await advance(60);
  const { body } = await postAs('owner', '/v1/drop/status', { id: 'd' }).expect(200);
  expect(body.data).toMatchObject({ status: 'expired', expires_in: 0 });
});

test('200 of both lists: pages, filters, and each owner sees only their own drops', async () => {
  const { postAs, advance } = await createTestApp();
  for (const id of ['a', 'b', 'c']) {
    await postAs('owner', '/v1/drop/store', { id, payload: 'hello', kind: id === 'c' ? 'x' : 'y' });
    await advance(1);
  }
  await postAs('other', '/v1/drop/store', { id: 'foreign', payload: 'hello' });
  const first = await postAs('owner', '/v1/drop/list', { limit: 2 }).expect(200);
  const { items, next_cursor: cursor, ...page } = first.body.data;
  expect(items.map(({ id }: { id: string }) => id)).toEqual(['c', 'b']);
  expect(Object.keys(items[0]).toSorted()).toEqual(Object.keys({ ...own, ...receipt }).toSorted());
  expect(page).toEqual({ limit: 2, total_count: 3, next_offset: 2, page_number: 1, page_total: 2 });
  const second = await postAs('owner', '/v1/drop/list', { limit: 2, cursor }).expect(200);
  expect(second.body.data).toMatchObject({ items: [{ id: 'a' }], next_cursor: null, page_number: 2 });
  await postAs('other', '/v1/drop/list', { limit: 2, cursor }).expect(400);
  await postAs('owner', '/v1/drop/list', { limit: 2, cursor, kind: 'y' }).expect(400);
  const filtered = await postAs('owner', '/v1/drop/list', { kind: 'x', status: 'active' }).expect(200);
  expect(filtered.body.data).toMatchObject({ items: [{ id: 'c' }], total_count: 1, limit: 20 });
  const all = await postAs('admin-1', '/v1/admin/list', { limit: 'bad', status: '', kind: null }).expect(200);
  expect(all.body.data).toMatchObject({ total_count: 4, limit: 20 });
  const ofOne = await postAs('admin-1', '/v1/admin/list', { owner: 'other', limit: 1 }).expect(200);
  expect(ofOne.body.data).toMatchObject({ items: [{ id: 'foreign', owner: 'other' }], total_count: 1 });
  expect(Object.keys(items[0])).not.toContain('owner');
});

test('200 of admin list with an owner whose ids are uuids, in any case', async () => {
  const { post, postAs, tokenOf } = await createTestApp();
  const [org, user] = ['99999999-9999-4999-8999-9999999999ab', '3d1f0c52-8a4e-4c1b-9f27-6b0e5a7c9d11'];
  const token = tokenOf(user, { token_use: 'member', org, role: 'owner', scope: '' });
  await post('/v1/drop/store', { token, id: 'd', payload: 'hello' }).expect(200);
  const of = async (owner: string) =>
    (await postAs('admin-1', '/v1/admin/list', { owner }).expect(200)).body.data.total_count as number;
  expect([await of(`${org}:${user}`.toUpperCase()), await of(user)]).toEqual([1, 0]);
});

test('200 of admin get with the key; 200 of cleanup', async () => {
  const { postAs, advance } = await createTestApp();
  await postAs('owner', '/v1/drop/store', { id: 'd', payload: 'hello', key: 'k', ttl: 60 });
  const got = await postAs('admin-1', '/v1/admin/get', { id: 'd', key: 'k' }).expect(200);
  expect(got.body.data).toMatchObject({ status: 'active', payload: 'hello' });
  const counts = async (body: object) =>
    (await postAs('admin-1', '/v1/admin/cleanup', body).expect(200)).body;
  expect(await counts({ id: 'unknown' })).toEqual(ok({ deleted_count: 0, scanned_count: 0 }));
  expect(await counts({ id: 'd' })).toEqual(ok({ deleted_count: 0, scanned_count: 1 }));
  expect(await counts({})).toEqual(ok({ deleted_count: 0, scanned_count: 0 }));
  await advance(60);
  expect(await counts({ id: '' })).toEqual(ok({ deleted_count: 1, scanned_count: 1 }));
});

test('405 names the method, and 404 has the envelope', async () => {
  const { app, post } = await createTestApp();
  const wrong = await request(app).get('/v1/drop/store').expect(405);
  expect(wrong.headers['allow']).toBe('POST');
  expect((await post('/v1/drop/nothing').expect(404)).body).toMatchObject({ status: 0, code: 'not_found' });
});

test('400 and 415 for bodies that cannot be read, before anything else', async () => {
  const { app } = await createTestApp();
  const post = (type: string, body: string) =>
    request(app).post('/v1/drop/store').set('content-type', type).send(body);
  expect((await post('application/json', '{').expect(400)).body).toMatchObject({
    message: 'Invalid',
    code: 'malformed_body',
  });
  expect((await post('text/plain', 'x').expect(415)).body).toMatchObject({
    message: 'Invalid',
    code: 'unsupported_media_type',
  });
  expect((await post('application/json', '{"id":"\\u0000"}').expect(400)).body).toMatchObject({
    message: 'Invalid',
  });
});

test('200 of store from a form and the query', async () => {
  const { app, tokenOf, postAs } = await createTestApp();
  const form = `auth[token]=${tokenOf('owner')}&payload=%7B%22a%22%3A1%7D&payload_format=json&anonymous=1&metadata=%7B%22m%22%3A2%7D`;
  const { body } = await request(app).post('/v1/drop/store?id=q&ttl=60').send(form).expect(200);
  expect(body.data).toMatchObject({ id: 'q', anonymous: true, metadata: { m: 2 }, expires_in: 60 });
  const taken = await postAs('owner', '/v1/consume', { id: 'q', key: body.data.key }).expect(200);
  expect(taken.body.data.payload).toEqual({ a: 1 });
});
