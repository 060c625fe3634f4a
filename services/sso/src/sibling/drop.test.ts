import type { ServiceAnswer, ServiceCall } from '@latchkey/service-client';
import { createDropClient } from './drop.ts';

function createDrop(answer: ServiceAnswer) {
  const calls: ServiceCall[] = [];
  const store = createDropClient((call) => {
    calls.push(call);
    return Promise.resolve(answer);
  });
  return { calls, store: () => store('jws', 120, 'token', 'trace') };
}

describe('the client of drop', () => {
  test.each<[string, ServiceAnswer]>([
    ['refuses', { ok: false, code: 'forbidden', message: 'Forbidden' }],
    ['answers without a key', { ok: true, data: { id: 'drop-1' } }],
  ])('is unavailable when drop %s', async (_what, answer) => {
    const fault = { code: 'upstream_unavailable', message: 'drop is not available' };
    await expect(createDrop(answer).store()).rejects.toMatchObject(fault);
  });

  test('stores an anonymous text that lives as long as the payload', async () => {
    const { calls, store } = createDrop({ ok: true, data: { id: 'drop-1', key: 'key-1', status: 'active' } });
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
