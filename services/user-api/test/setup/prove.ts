import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { forgeJws, signEs256 } from '@latchkey/testing';
import type { TestService } from './create-test-service.ts';
import { audience } from './signer.ts';

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
let count = 0;

const jwkOf = (key: KeyObject) => createPublicKey(key).export({ format: 'jwk' });
const { crv, kty, x, y } = jwkOf(keys.privateKey);
/** RFC 7638 thumbprint of that key. */
export const proofJkt = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');

export const makeProofKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

interface ProofOptions {
  readonly path: string;
  /** The token that the proof comes with. */
  readonly token?: string;
  readonly claims?: object;
  /** The key that it says it is of; the tests' one by default. */
  readonly key?: KeyObject;
  readonly signWith?: KeyObject;
}

/** A DPoP proof for a route of this service. */
export function prove(
  service: TestService,
  { path, token, claims = {}, key = keys.privateKey, signWith = key }: ProofOptions,
): string {
  const header = { alg: 'ES256', typ: 'dpop+jwt', jwk: jwkOf(key) };
  const iat = Math.floor(service.clock.now() / 1000);
  const ath = token === undefined ? {} : { ath: createHash('sha256').update(token).digest('base64url') };
  const usual = { htm: 'POST', htu: audience + path, iat, jti: `proof-${(count += 1)}`, ...ath };
  return forgeJws(header, { ...usual, ...claims }, signEs256(signWith));
}
