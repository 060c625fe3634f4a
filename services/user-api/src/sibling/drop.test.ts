import { ApiError } from '@latchkey/errors';
import type { ServiceAnswer, ServiceCall } from '@latchkey/service-client';
import { errors } from '../errors.ts';
import { createDropClient } from './drop.ts';

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

function consume(answer: ServiceAnswer | Error) {
  const made: ServiceCall[] = [];
  const { consumeDeadDrop } = createDropClient((call) => {
    made.push(call);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  return { made, taken: consumeDeadDrop('d', 'k', traceparent) };
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
    expect(await consume({ ok: false, code, message: code }).taken).toBeUndefined();
  });

  // Anybody may put anything into a drop: that it is no JWS says nothing about the service.
  test.each([{}, { payload: null }, { payload: { jws: 'j.w.s' } }, { payload: 7 }, { payload: ['j.w.s'] }])(
    'a drop that holds %j is a miss',
    async (data) => {
      expect(await consume({ ok: true, data }).taken).toBeUndefined();
    },
  );

  test('no answer at all is passed on', async () => {
    const gone = new ApiError(errors.unavailable, { retryAfterSeconds: 5 });
    await expect(consume(gone).taken).rejects.toBe(gone);
  });
});
