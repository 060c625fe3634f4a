import { createFakeSibling } from '@latchkey/testing';
import { createIssuerCheck } from './ask-issuer.ts';

test.each([
  [{ ok: true, data: { active: true } }, true],
  [{ ok: true, data: { active: false } }, false],
  [{ ok: false, code: 'not_found' }, false],
] as const)('%j: %s', async (answer, expected) => {
  const { client, calls } = createFakeSibling('sso', () => answer);
  expect(await createIssuerCheck(client)('the-token')).toBe(expected);
  expect(calls).toEqual([{ path: '/internal/v1/tokens/verify', body: { token: 'the-token' } }]);
});

test.each([{ active: 'true' }, { active: 1 }, { active: null }, {}, { active: true, sub: '' }])(
  'upstream_unavailable for an answer of %j',
  async (data) => {
    const { client } = createFakeSibling('sso', () => ({ ok: true, data }));
    const fault = { code: 'upstream_unavailable', message: 'sso is not available' };
    await expect(createIssuerCheck(client)('t')).rejects.toMatchObject(fault);
  },
);

test('upstream_unavailable when sso gives no answer', async () => {
  const { client } = createFakeSibling('sso', () => new Error('down'));
  await expect(createIssuerCheck(client)('t')).rejects.toMatchObject({ code: 'upstream_unavailable' });
});
