import { createTestApp } from '../app/create-test-app.ts';

const mebibyte = 1024 * 1024;
const bytes = (size: number) => Buffer.alloc(size, 7).toString('base64');
const nest = (levels: number): object => (levels === 1 ? {} : { a: nest(levels - 1) });
const everyCharacter = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~:-';

/** Source: contract part 3 "Fields". */
describe('the largest value that fits, and the next larger one', () => {
  test.each<[string, object, object, number]>([
    ['ASCII payload', { payload: 'x'.repeat(mebibyte) }, { payload: 'x'.repeat(mebibyte + 1) }, 413],
    [
      'UTF-8 payload',
      { payload: 'é'.repeat(mebibyte / 2) },
      { payload: `${'é'.repeat(mebibyte / 2)}x` },
      413,
    ],
    [
      'decoded payload',
      { payload: bytes(mebibyte), payload_format: 'base64' },
      { payload: bytes(mebibyte + 1), payload_format: 'base64' },
      413,
    ],
    [
      'payload and data together',
      { payload: 'x'.repeat(mebibyte - 2), data: 10 },
      { payload: 'x'.repeat(mebibyte - 2), data: 100 },
      413,
    ],
    ['payload depth', { payload: nest(15) }, { payload: nest(16) }, 400],
    ['metadata depth', { payload: 'x', metadata: nest(8) }, { payload: 'x', metadata: nest(9) }, 400],
    ['key', { payload: 'x', key: 'é'.repeat(512) }, { payload: 'x', key: `${'é'.repeat(512)}x` }, 400],
    ['id', { payload: 'x', id: 'x'.repeat(128) }, { payload: 'x', id: 'x'.repeat(129) }, 400],
    ['id characters', { payload: 'x', id: everyCharacter }, { payload: 'x', id: `${everyCharacter}/` }, 400],
    ['kind', { payload: 'x', kind: '_'.repeat(64) }, { payload: 'x', kind: '_'.repeat(65) }, 400],
    [
      'content_type',
      { payload: 'x', content_type: `a/${'b'.repeat(125)}` },
      { payload: 'x', content_type: `a/${'b'.repeat(126)}` },
      400,
    ],
  ])('200 and %s', async (_name, fits, exceeds, status) => {
    const { postAs } = await createTestApp();
    await postAs('owner', '/v1/drop/store', fits).expect(200);
    const { body } = await postAs('owner', '/v1/drop/store', exceeds).expect(status);
    expect(body.message).toBe('Invalid');
  });
});

test('503 with its own sentence for a large body that finds no room; a small one is served', async () => {
  const { post, postAs } = await createTestApp({ bodyBytesInFlight: 64 * 1024 });
  const answer = await post('/v1/drop/store', { payload: 'x'.repeat(200 * 1024) });
  expect([answer.status, answer.body, answer.headers['retry-after']]).toEqual([
    503,
    {
      status: 0,
      comment: 'Too many request bodies are arriving; try again later',
      message: 'Too many request bodies are arriving; try again later',
      code: 'overloaded',
      data: null,
      request_id: 'request-1',
      retry_after: 2,
    },
    '2',
  ]);
  await postAs('owner', '/v1/drop/store', { payload: 'x' }).expect(200);
});

test.each(['reserve', 'store', 'activate'])('200 of %s for a body of 16 levels, 400 for 17', async (name) => {
  const { postAs } = await createTestApp();
  if (name === 'activate') await postAs('owner', '/v1/drop/reserve', { id: 'd' }).expect(200);
  const given = { id: 'd', payload: 'x' };
  const deep = await postAs('owner', `/v1/drop/${name}`, { ...given, unknown: nest(16) }).expect(400);
  expect(deep.body).toMatchObject({ message: 'Invalid', code: 'too_deep' });
  await postAs('owner', `/v1/drop/${name}`, { ...given, unknown: nest(15) }).expect(200);
});

test.each([
  ['/v1/drop/get', 'owner'],
  ['/v1/drop/consume', 'owner'],
  ['/v1/consume', 'owner'],
  ['/v1/admin/get', 'admin-1'],
])('200 of %s for NUL in the payload field, which it ignores; 400 for NUL elsewhere', async (path, who) => {
  const { postAs } = await createTestApp();
  await postAs('owner', '/v1/drop/store', { id: 'd', key: 'k', payload: 'kept' }).expect(200);
  await postAs(who, path, { id: 'd', key: 'k', status: 'a\0b' }).expect(400);
  const { body } = await postAs(who, path, { id: 'd', key: 'k', payload: 'a\0b' }).expect(200);
  expect(body.data.payload).toBe('kept');
});
