import { generateKeyPairSync, type KeyObject } from 'node:crypto';

interface TestKeys {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

let cached: TestKeys | undefined;

/** One RSA pair of 2,048 bits, made at first use and kept for the life of the test process. */
export function createTestKeys(): TestKeys {
  cached ??= { kid: 'test-key', ...generateKeyPairSync('rsa', { modulusLength: 2048 }) };
  return cached;
}
