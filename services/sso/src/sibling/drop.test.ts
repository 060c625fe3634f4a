import { createFakeSibling, type SiblingAnswer } from '@latchkey/testing';
import { createDropClient } from './drop.ts';

function createDrop(answer: SiblingAnswer) {
  const { client, calls } = createFakeSibling('drop', () => answer);
  return { calls, store: () => createDropClient(client)('jws', 120, 'token', 'trace') };
}

const stored = { id: 'drop-1', key: 'key-1', status: 'active' };

describe('the client of drop', () => {
  test.each<[string, SiblingAnswer]>([
    ['refuses', { ok: false, code: 'forbidden' }],
    ['gives no answer', new Error('down')],
    ['answers without a key', { ok: true, data: { ...stored, key: undefined } }],
    ['answers an empty key', { ok: true, data: { ...stored, key: '' } }],
    ['answers a key that is no text', { ok: true, data: { ...stored, key: ['key-1'] } }],
    ['answers without an id', { ok: true, data: { ...stored, id: undefined } }],
    ['answers an empty id', { ok: true, data: { ...stored, id: '' } }],
  ])('is unavailable when drop %s', async (_what, answer) => {
    const fault = { code: 'upstream_unavailable', message: 'drop is not available' };
    await expect(createDrop(answer).store()).rejects.toMatchObject(fault);
  });

  test('stores an anonymous text that lives as long as the payload', async () => {
    const { calls, store } = createDrop({ ok: true, data: stored });
    expect(await store()).toEqual({ id: 'drop-1', key: 'key-1' });
    expect(calls).toEqual([
      {
        path: '/v1/drop/store',
        body: {
          'auth.token': 'token',
          payload: 'jws',
          payload_format: 'text',
          anonymous: true,
          kind: 'dead_drop',
          ttl: 120,
        },
        traceparent: 'trace',
      },
    ]);
  });
});
