import { createFakeSibling, type SiblingAnswer } from '@latchkey/testing';
import { createDropClient } from './drop.ts';

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

function consume(answer: SiblingAnswer) {
  const { client, calls } = createFakeSibling('drop', () => answer);
  return { made: calls, taken: createDropClient(client).consumeDeadDrop('d', 'k', traceparent) };
}

describe('consumeDeadDrop', () => {
  test('is one call of drop’s public route, and answers what was in the drop', async () => {
    const { made, taken } = consume({ ok: true, data: { id: 'd', payload: 'j.w.s' } });
    expect(await taken).toBe('j.w.s');
    expect(made).toStrictEqual([{ path: '/v1/consume', body: { id: 'd', key: 'k' }, traceparent }]);
  });

  test.each([
    'not_found',
    'expired',
    'not_active',
    'invalid_key',
    'attempts_limited',
    'token_missing',
    'owner_required',
    'missing_field',
  ])('a refusal with %s is a miss', async (code) => {
    expect(await consume({ ok: false, code }).taken).toBeUndefined();
  });

  // Anybody may put anything into a drop: that it is no JWS says nothing about the service.
  test.each([{}, { payload: null }, { payload: { jws: 'j.w.s' } }, { payload: 7 }, { payload: ['j.w.s'] }])(
    'a drop that holds %j is a miss',
    async (data) => {
      expect(await consume({ ok: true, data: { id: 'd', ...data } }).taken).toBeUndefined();
    },
  );

  test.each<[string, SiblingAnswer]>([
    ['no answer at all', new Error('down')],
    ['an answer without an id', { ok: true, data: { payload: 'j.w.s' } }],
    ['an answer with an empty id', { ok: true, data: { id: '', payload: 'j.w.s' } }],
  ])('upstream_unavailable for %s', async (_what, answer) => {
    await expect(consume(answer).taken).rejects.toMatchObject({ code: 'upstream_unavailable' });
  });
});
