import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { shareInRun } from './test-run.ts';

interface TestKeys {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

let cached: TestKeys | undefined;

/** One RSA pair of 2,048 bits: to make one costs more than hundreds of requests. */
export function createTestKeys(): TestKeys {
  if (cached !== undefined) return cached;
  const privateKey = createPrivateKey(shareInRun('test key', makeKey));
  cached = { kid: 'test-key', privateKey, publicKey: createPublicKey(privateKey) };
  return cached;
}

function makeKey(): string {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;
}
