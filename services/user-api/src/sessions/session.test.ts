import { createHash } from 'node:crypto';
import { hashSecret } from '@latchkey/secrets';
import { createRootToken, isRootToken } from './session.ts';

const token = createRootToken((size) => new Uint8Array(size).fill(0xfb));

test('a root token is 32 bytes in base64url, and stored as its SHA-256', () => {
  expect(token).toBe(`rs_${Buffer.alloc(32, 0xfb).toString('base64url')}`);
  expect(isRootToken(token)).toBe(true);
  expect(hashSecret(token)).toBe(createHash('sha256').update(token).digest('hex'));
});

test.each([
  token.slice(0, -1),
  `${token}A`,
  `${token}\n`,
  token.slice(3),
  ` ${token}`,
  token.toUpperCase(),
  '',
])('%j is none', (text) => {
  expect(isRootToken(text)).toBe(false);
});
