import { createPublicKey, type KeyObject } from 'node:crypto';
import { isRecord, isText } from './claims.ts';

/** Where a verifier finds public keys. */
export interface KeySource {
  /** The key of that name, undefined when the issuer has none; rejects with upstream_unavailable if it cannot fetch. */
  findKey(kid: string): Promise<KeyObject | undefined>;
}

export interface RemoteKeySource extends KeySource {
  /** Rejects with upstream_unavailable unless there are keys now, so that a caller can ask before it spends anything. */
  assertAtHand(): Promise<void>;
}

/** A JWK Set (RFC 7517 5) of RS512 public keys. */
export interface PublicJwks {
  keys: PublicJwk[];
}

export interface PublicJwk {
  kty: 'RSA';
  kid: string;
  use: 'sig';
  alg: 'RS512';
  n: string;
  e: string;
}

const smallestModulusBits = 2048;

/**
 * The usable keys of a JWK Set by kid. Keys other than RS512 signing keys of at least 2,048 bits are skipped, as
 * RFC 7517 5 asks; throws a plain Error when `jwks` is no JWK Set at all.
 */
export function readJwks(jwks: unknown): Map<string, KeyObject> {
  if (!isRecord(jwks) || !Array.isArray(jwks['keys'])) throw new Error('not a JWK Set');
  const keys = new Map<string, KeyObject>();
  for (const jwk of jwks['keys']) {
    const key = isSigningJwk(jwk) ? readPublicKey(jwk) : undefined;
    if (key !== undefined) keys.set(jwk.kid, key);
  }
  return keys;
}

function isSigningJwk(jwk: unknown): jwk is Pick<PublicJwk, 'kid' | 'n' | 'e'> {
  if (!isRecord(jwk) || !['kid', 'n', 'e'].every((name) => isText(jwk[name]))) return false;
  const { kty, use = 'sig', alg = 'RS512' } = jwk;
  return kty === 'RSA' && use === 'sig' && alg === 'RS512';
}

function readPublicKey({ n, e }: Pick<PublicJwk, 'n' | 'e'>): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' });
    return (key.asymmetricKeyDetails?.modulusLength ?? 0) >= smallestModulusBits ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Keys that never change. Throws a plain Error when `jwks` is no JWK Set. */
export function createStaticKeySource(jwks: unknown): KeySource {
  const keys = readJwks(jwks);
  return { findKey: (kid) => Promise.resolve(keys.get(kid)) };
}
