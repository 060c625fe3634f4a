import { createIssuerCheck } from './ask-issuer.ts';

test.each([
  [{ ok: true, data: { active: true } }, true],
  [{ ok: true, data: { active: false } }, false],
  [{ ok: true, data: { active: 'true' } }, false],
  [{ ok: true, data: {} }, false],
  [{ ok: false, code: 'not_found', message: 'x' }, false],
] as const)('%j: %s', async (answer, expected) => {
  const calls: unknown[] = [];
  const check = createIssuerCheck(async (call) => {
    calls.push(call);
    return answer;
  });
  expect(await check('the-token')).toBe(expected);
  expect(calls).toEqual([{ path: '/internal/v1/tokens/verify', body: { token: 'the-token' } }]);
});

test('what sso cannot say is no answer', async () => {
  await expect(createIssuerCheck(() => Promise.reject(new Error('down')))('t')).rejects.toThrow('down');
});
