import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface TestKeys {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

let cached: TestKeys | undefined;

/** One RSA pair of 2,048 bits. The test files of a run share it: to make one costs more than hundreds of requests. */
export function createTestKeys(): TestKeys {
  if (cached !== undefined) return cached;
  const privateKey = createPrivateKey(readSharedKey() ?? shareKey());
  cached = { kid: 'test-key', privateKey, publicKey: createPublicKey(privateKey) };
  return cached;
}

/** In the folder of the run. A test file that is run by itself has none. */
function keyFile(): string | undefined {
  const folder = process.env['TEST_FOLDER'];
  return folder === undefined ? undefined : join(folder, 'test-key.pem');
}

function readSharedKey(): string | undefined {
  const file = keyFile();
  try {
    return file === undefined ? undefined : readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Of two test files that make the key at once, each uses its own. */
function shareKey(): string {
  const privateKeyEncoding = { type: 'pkcs8', format: 'pem' } as const;
  const publicKeyEncoding = { type: 'spki', format: 'pem' } as const;
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding,
    publicKeyEncoding,
  });
  const file = keyFile();
  if (file !== undefined) {
    writeFileSync(`${file}.${process.pid}`, privateKey, { mode: 0o600 });
    renameSync(`${file}.${process.pid}`, file);
  }
  return privateKey;
}
