import { createFakeSibling } from '@latchkey/testing';
import { createIssuerCheck } from './ask-issuer.ts';

test('a token that sso refuses to look at is not valid', async () => {
  const { client } = createFakeSibling('sso', () => ({ ok: false, code: 'not_found' }));
  expect(await createIssuerCheck(client)('the-token')).toBe(false);
});
