import { sign, verify } from 'node:crypto';
import { createTestKeys } from './test-keys.ts';

test('the pair belongs together, is long enough for RS512, and is made once', () => {
  const { privateKey, publicKey, kid } = createTestKeys();
  const text = Buffer.from('text');
  expect(verify('sha512', text, publicKey, sign('sha512', text, privateKey))).toBe(true);
  expect(publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
  expect(createTestKeys()).toEqual({ privateKey, publicKey, kid });
});
