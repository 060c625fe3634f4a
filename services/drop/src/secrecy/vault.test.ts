import { createHash, randomBytes } from 'node:crypto';
import { createMetrics } from '@latchkey/http-server';
import { createLogger } from '@latchkey/process';
import { isSameSecret } from '@latchkey/secrets';
import { hash } from '@node-rs/argon2';
import { loadConfig } from '../config.ts';
import { connect } from '../connect.ts';
import { createContext } from '../create-context.ts';
import { deriveSecrets } from './derive-secrets.ts';
import { readDropKey } from './drop-key.ts';
import { createPassphraseKdf } from './passphrase-kdf.ts';
import type { SealIdentity } from './sealed.ts';
import { findPepper, openSealed, sealPayload, type Vault } from './vault.ts';

const identity: SealIdentity = {
  id: 'drop-1',
  owner: 'user-1',
  anonymous: false,
  payloadFormat: 'text',
  contentType: null,
  kind: null,
};
const plain = Buffer.from('canary');

function createVault(peppers: Vault['peppers'] = []): Vault {
  const derive = async (key: string, salt: Uint8Array) =>
    createHash('sha256').update(salt).update(key).digest();
  return { peppers, kdf: createPassphraseKdf(derive), randomBytes };
}

async function sealAndDerive(vault: Vault) {
  const { sealed, newKey = '' } = await sealPayload(vault, plain, identity, undefined);
  const keyMaterial = readDropKey(newKey) ?? Buffer.alloc(0);
  const pepper = findPepper(vault, sealed);
  return {
    sealed,
    newKey,
    secrets: deriveSecrets({ keyMaterial, pepper, salt: sealed.salt, id: identity.id }),
  };
}

test('a server-made key has its form, opens what it sealed, and is not in the row', async () => {
  const { sealed, newKey, secrets } = await sealAndDerive(createVault());
  expect(newKey).toMatch(/^dk1_[A-Za-z0-9_-]{43}$/);
  expect(isSameSecret(secrets.verifier, sealed.verifier)).toBe(true);
  expect(openSealed(sealed, secrets, identity)?.toString()).toBe('canary');
  const row = Buffer.concat([sealed.salt, sealed.nonce, sealed.verifier, sealed.ciphertext]);
  expect(row.includes(plain)).toBe(false);
  expect(row.includes(readDropKey(newKey) ?? 'x')).toBe(false);
  expect(row.includes(secrets.encryptionKey)).toBe(false);
});

test('salt, nonce and key are fresh each time', async () => {
  const [first, second] = [await sealAndDerive(createVault()), await sealAndDerive(createVault())];
  expect(first.newKey).not.toBe(second.newKey);
  expect(first.sealed.salt).not.toEqual(second.sealed.salt);
  expect(first.sealed.nonce).not.toEqual(second.sealed.nonce);
});

test.each<[string, Partial<SealIdentity>]>([
  ['id', { id: 'drop-2' }],
  ['owner', { owner: 'user-2' }],
  ['anonymous', { anonymous: true }],
  ['payload_format', { payloadFormat: 'html' }],
  ['content_type', { contentType: 'text/html' }],
  ['kind', { kind: 'dead_drop' }],
])('a row with another %s does not open', async (_name, change) => {
  const { sealed, secrets } = await sealAndDerive(createVault());
  expect(openSealed(sealed, secrets, { ...identity, ...change })).toBeUndefined();
});

test.each([
  ['the first byte of the ciphertext', 'ciphertext', 0],
  ['the last byte of the ciphertext', 'ciphertext', -1],
  ['the first byte of the nonce', 'nonce', 0],
  ['the last byte of the nonce', 'nonce', -1],
] as const)('a row with one other bit in %s does not open', async (_place, name, at) => {
  const { sealed, secrets } = await sealAndDerive(createVault());
  const changed = Buffer.from(sealed[name]);
  const index = at < 0 ? changed.length + at : at;
  changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
  expect(openSealed({ ...sealed, [name]: changed }, secrets, identity)).toBeUndefined();
});

test('a row with a ciphertext shorter than its tag does not open', async () => {
  const { sealed, secrets } = await sealAndDerive(createVault());
  expect(openSealed({ ...sealed, ciphertext: Buffer.alloc(3) }, secrets, identity)).toBeUndefined();
});

test('the newest pepper seals, an older one opens, a missing one is 503', async () => {
  const [p1, p2] = [
    { kid: 'p1', key: randomBytes(32) },
    { kid: 'p2', key: randomBytes(32) },
  ];
  const { sealed, newKey } = await sealAndDerive(createVault([p1]));
  expect(sealed.pepperKid).toBe('p1');
  const rotated = createVault([p2, p1]);
  const keyMaterial = readDropKey(newKey) ?? Buffer.alloc(0);
  const secrets = deriveSecrets({
    keyMaterial,
    pepper: findPepper(rotated, sealed),
    salt: sealed.salt,
    id: 'drop-1',
  });
  expect(isSameSecret(secrets.verifier, sealed.verifier)).toBe(true);
  expect((await sealAndDerive(rotated)).sealed.pepperKid).toBe('p2');
  expect(() => findPepper(createVault([p2]), sealed)).toThrow('The key of this drop is not available');
  const without = deriveSecrets({ keyMaterial, pepper: undefined, salt: sealed.salt, id: 'drop-1' });
  expect(isSameSecret(without.verifier, sealed.verifier)).toBe(false);
});

test.each([
  '',
  'dk1_',
  'DK1_',
  'dk1_short',
  `dk1_${'A'.repeat(42)}B`,
  `dk1_${'A'.repeat(44)}`,
  `dk1_${'A'.repeat(42)}=`,
])('%s is not a server-made key', (text) => expect(readDropKey(text)).toBeUndefined());

/** Source of the cost: contract part 3 "Secrecy". */
test('the service derives from a passphrase by argon2id with m=19456, t=2, p=1', async () => {
  const salt = Buffer.alloc(16, 1);
  const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
  const [, name, version, parameters, , digest = ''] = (await hash('pass', { ...cost, salt })).split('$');
  expect([name, version, parameters]).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1']);
  const config = loadConfig({
    NODE_ENV: 'test',
    IDENTITY_ISSUER: 'https://sso.example.test',
    DROP_URL: 'https://drop.example.test',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    CURSOR_KEYS: `c1:${Buffer.alloc(32, 7).toString('base64url')}`,
  });
  const logger = createLogger({ service: 'drop', level: 'error' });
  const { connections, close } = connect(config, logger);
  const { vault } = await createContext(config, { logger, metrics: createMetrics(), connections });
  const derived = await vault.kdf((derive) => derive('pass', salt));
  await close();
  expect(Buffer.from(derived).equals(Buffer.from(digest, 'base64'))).toBe(true);
});
