import { createTestApp } from '../app/create-test-app.ts';

const refused = {
  status: 0,
  comment: 'Invalid',
  message: 'Invalid',
  code: 'quota_exceeded',
  data: null,
  request_id: 'request-1',
};

describe('the quota of an owner', () => {
  test('403 Invalid of reserve, store and activate; another owner is served', async () => {
    const { postAs } = await createTestApp({ context: { quota: { maxDrops: 2, maxBytes: 80 } } });
    await postAs('owner', '/v1/drop/reserve', { id: 'r' }).expect(200);
    await postAs('owner', '/v1/drop/store', { id: 's', payload: 'x'.repeat(30) }).expect(200);
    const answer = async (path: string, fields: object) => {
      const { status, body } = await postAs('owner', path, fields);
      return [status, body];
    };
    expect({
      reserve: await answer('/v1/drop/reserve', {}),
      store: await answer('/v1/drop/store', { payload: 'x' }),
      activate: await answer('/v1/drop/activate', { id: 'r', payload: 'x'.repeat(30) }),
    }).toEqual({ reserve: [403, refused], store: [403, refused], activate: [403, refused] });
    await postAs('other', '/v1/drop/store', { payload: 'x' }).expect(200);
    await postAs('owner', '/v1/drop/activate', { id: 'r', payload: 'x' }).expect(200);
  });

  test('every other refusal comes before 403', async () => {
    const { postAs } = await createTestApp({ context: { quota: { maxDrops: 1, maxBytes: 1 } } });
    await postAs('owner', '/v1/drop/reserve', { id: 'r' }).expect(200);
    const message = async (path: string, body: object) => {
      const answer = await postAs('owner', path, body);
      return [answer.status, answer.body.message, answer.body.code];
    };
    expect(await message('/v1/drop/reserve', { id: 'r' })).toEqual([
      409,
      'Drop id already exists',
      'already_exists',
    ]);
    expect(await message('/v1/drop/store', { id: 'r', payload: 'x' })).toEqual([
      409,
      'Drop id already exists',
      'already_exists',
    ]);
    expect(await message('/v1/drop/store', { payload: 'x', key: 'k'.repeat(1025) })).toEqual([
      400,
      'Invalid',
      'invalid_value',
    ]);
    expect(
      await message('/v1/drop/activate', { id: 'r', payload: 'x', metadata: { a: 'x'.repeat(5000) } }),
    ).toEqual([400, 'Invalid', 'invalid_value']);
    expect(await message('/v1/drop/reserve', { id: 'new' })).toEqual([403, 'Invalid', 'quota_exceeded']);
  });

  test('200 for the services’ own principals, whatever they keep', async () => {
    const { postAs } = await createTestApp({ context: { quota: { maxDrops: 1, maxBytes: 1 } } });
    for (let turn = 0; turn < 3; turn += 1) {
      await postAs('latchkey-sso', '/v1/drop/store', { payload: 'x' }).expect(200);
    }
  });
});

describe('a long ciphertext is read last', () => {
  /** An app that counts reads of ciphertext, with drops of `owner`: a short one, a private and an anonymous long one. */
  async function createCountingApp() {
    const first = await createTestApp();
    const long = { key: 'right', payload: 'x'.repeat(17_000) };
    await first.postAs('owner', '/v1/drop/store', { id: 'short', key: 'right', payload: 'x' });
    await first.postAs('owner', '/v1/drop/store', { id: 'private', ...long });
    await first.postAs('owner', '/v1/drop/store', { id: 'open', anonymous: true, ...long });
    const reads: string[] = [];
    const { drops } = first.context;
    const counting: typeof drops = {
      ...drops,
      readCiphertext(id, lock) {
        reads.push(id);
        return drops.readCiphertext(id, lock);
      },
    };
    return { ...(await createTestApp({ context: { drops: counting } })), reads };
  }

  test.each([
    ['404 of get for another owner', 'other', '/v1/drop/get', { id: 'private', key: 'right' }, 404],
    ['404 of consume for another owner', 'other', '/v1/drop/consume', { id: 'open', key: 'right' }, 404],
    ['403 of /v1/consume for another owner', 'other', '/v1/consume', { id: 'private', key: 'right' }, 403],
    ['403 for a wrong key', 'other', '/v1/consume', { id: 'open', key: 'wrong' }, 403],
    ['403 for a wrong key of an admin', 'admin-1', '/v1/admin/get', { id: 'private', key: 'wrong' }, 403],
    [
      '400 for an unfit format',
      'owner',
      '/v1/drop/get',
      { id: 'open', key: 'right', payload_format: 'no' },
      400,
    ],
  ])('the last step of a take: %s', async (_name, who, path, body, status) => {
    const { postAs, reads } = await createCountingApp();
    await postAs(who, path, body).expect(status);
    expect(reads).toEqual([]);
    await postAs('owner', '/v1/drop/consume', { id: 'short', key: 'right' }).expect(200);
    await postAs('owner', '/v1/drop/get', { id: 'private', key: 'right' }).expect(200);
    expect(reads).toEqual(['private']);
  });
});
