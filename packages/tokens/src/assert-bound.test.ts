import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { BoundToken } from './assert-bound.ts';
import { assertBound, createDpopNonces, hashFingerprint } from './index.ts';

const nowSeconds = 1_800_000_000;
const htm = 'POST';
const htu = 'https://drop.example.com/v1/drop/get';
const token = 'eyJ.a.b';

async function createHolder() {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  const prove = (changes: object = {}) =>
    new SignJWT({ jti: 'proof-1', htm, htu, iat: nowSeconds, ath: hash(token), ...changes })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
      .sign(privateKey);
  return { jkt: await calculateJwkThumbprint(jwk), prove };
}
const hash = (text: string) => createHash('sha256').update(text).digest('base64url');

const holder = await createHolder();
const stranger = await createHolder();
const toKey = { cnf: { jkt: holder.jkt } };
const toDevice = { fpr: hash('device') };

async function outcomeOf(presented: Partial<BoundToken>): Promise<unknown> {
  const shown: BoundToken = {
    claims: {},
    token,
    proof: undefined,
    htm,
    htu,
    now: () => nowSeconds * 1000,
    nonces: createDpopNonces({ keys: ['key'], now: () => nowSeconds * 1000 }),
    remember: () => Promise.resolve(true),
    ...presented,
  };
  return assertBound(shown).then(
    () => 'accepted',
    (error: { code?: unknown; message?: unknown }) =>
      error.code === undefined ? error : [error.code, error.message],
  );
}

const proofRequired = ['binding_required', 'A DPoP proof is required for this token'];
const proofInvalid = ['invalid_dpop_proof', 'DPoP proof is invalid'];
const fingerprintRequired = ['binding_required', 'A fingerprint is required for this token'];
const fingerprintWrong = ['token_invalid', 'The token belongs to another device'];

const [proof, strange] = [await holder.prove(), await stranger.prove()];
const toBoth = { ...toKey, ...toDevice };
const fingerprint = 'device';
const remember = () => Promise.resolve(false);
const ofAnother = (changes: object) => holder.prove(changes);

test.each<[string, Partial<BoundToken>, unknown]>([
  ['bound to a key, with its proof and Bearer', { claims: toKey, proof, isBearer: true }, proofRequired],
  ['bound to nothing, with the scheme Bearer', { isBearer: true }, 'accepted'],
  [
    'bound to a device, with its fingerprint and the scheme Bearer',
    { claims: toDevice, fingerprint, isBearer: true },
    'accepted',
  ],
  ['bound to a key, without a proof', { claims: toKey }, proofRequired],
  ['bound to a key, with an empty proof', { claims: toKey, proof: '' }, proofRequired],
  ['bound to a key, with a proof of another key', { claims: toKey, proof: strange }, proofInvalid],
  [
    'bound to a key, with a proof for another token',
    { claims: toKey, proof: await ofAnother({ ath: hash('another') }) },
    proofInvalid,
  ],
  ['bound to a key, with a proof that is known already', { claims: toKey, proof, remember }, proofInvalid],
  ['bound to nothing, with a bad proof', { proof: 'no proof' }, proofInvalid],
  ['bound to a device, without a fingerprint', { claims: toDevice }, fingerprintRequired],
  [
    'bound to a device, with an empty fingerprint',
    { claims: toDevice, fingerprint: '' },
    fingerprintRequired,
  ],
  ['bound to a device, with that of another', { claims: toDevice, fingerprint: 'other' }, fingerprintWrong],
  ['bound to both, with the fingerprint only', { claims: toBoth, fingerprint }, proofRequired],
  ['bound to both, with the proof only', { claims: toBoth, proof }, fingerprintRequired],
  ['bound to a key, with its proof', { claims: toKey, proof }, 'accepted'],
  ['bound to a device, with its fingerprint', { claims: toDevice, fingerprint }, 'accepted'],
  ['bound to both, with both', { claims: toBoth, proof, fingerprint }, 'accepted'],
  ['bound to nothing, with nothing', {}, 'accepted'],
  ['bound to nothing, with a good proof', { proof: strange }, 'accepted'],
  ['bound to nothing, with a fingerprint', { fingerprint }, 'accepted'],
])('a token %s', async (_how, presented, outcome) => {
  expect(await outcomeOf(presented)).toEqual(outcome);
});

test('a token that comes without its proof is challenged as DPoP, with the algorithms', async () => {
  const clock = { now: () => nowSeconds * 1000 };
  const nonces = createDpopNonces({ keys: ['key'], ...clock });
  const shown = {
    token,
    proof: undefined,
    htm,
    htu,
    ...clock,
    nonces,
    remember: () => Promise.resolve(true),
  };
  const fault: unknown = await assertBound({ ...shown, claims: toKey }).catch((thrown: unknown) => thrown);
  expect(fault).toMatchObject({
    headers: {
      'www-authenticate': expect.stringMatching(
        /^DPoP realm="latchkey", error="invalid_token", .*algs="ES256 /,
      ),
    },
  });
  const unnamed: unknown = await assertBound({ ...shown, claims: toDevice }).catch(
    (thrown: unknown) => thrown,
  );
  expect(unnamed).toMatchObject({ code: 'binding_required', headers: {} });
});

test('an error of the proof memory is passed on', async () => {
  const away = new Error('Redis is down');
  const presented = { claims: toKey, proof: await holder.prove(), remember: () => Promise.reject(away) };
  expect(await outcomeOf(presented)).toBe(away);
});

test('a service answers in its own words', async () => {
  const errors = {
    bindingRequired: { code: 'forbidden', message: 'Prove it' },
    fingerprintRequired: { code: 'forbidden', message: 'Name your device' },
    fingerprintWrong: { code: 'forbidden', message: 'Another device' },
  } as const;
  expect(await outcomeOf({ claims: toKey, errors })).toEqual(['forbidden', 'Prove it']);
  expect(await outcomeOf({ claims: toDevice, errors })).toEqual(['forbidden', 'Name your device']);
  expect(await outcomeOf({ claims: toDevice, fingerprint: 'other', errors })).toEqual([
    'forbidden',
    'Another device',
  ]);
});

test('a fingerprint is compared as its SHA-256 in base64url', () => {
  expect(hashFingerprint('device')).toBe(toDevice.fpr);
});
