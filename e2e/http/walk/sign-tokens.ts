import { createPrivateKey, createPublicKey, randomUUID, type JsonWebKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSigningKeys, signJwt, type AccessTokenClaims } from '@latchkey/tokens';
import { calculateJwkThumbprint } from 'jose';
import type { DropTokens } from './drop-world.ts';
import { once } from './route-case.ts';

/** The issuer of a local stack. */
const defaultIssuer = 'http://localhost:4001';

interface TestKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

/** Reads a private key: a JWK, a PEM or a signing key file of sso. One that says no kid is known by its thumbprint. */
async function readKey(path: string): Promise<TestKey> {
  const text = readFileSync(path, 'utf8');
  const content = text.startsWith('-----BEGIN') ? text : (JSON.parse(text) as JsonWebKey & { kid?: string });
  if (Array.isArray(content)) return createSigningKeys({ text, now: Date.now }).activeKey();
  const isPem = typeof content === 'string';
  const privateKey = isPem ? createPrivateKey(content) : createPrivateKey({ key: content, format: 'jwk' });
  const kid = isPem ? undefined : content.kid;
  return { privateKey, kid: kid ?? (await calculateJwkThumbprint(createPublicKey(privateKey))) };
}

/**
 * Tokens as sso would sign them, for a drop that has no sso in reach: the public half of the key in
 * TEST_SIGNING_KEY_FILE is in its JWKS_FILE. IDENTITY_ISSUER must be that of the drop.
 */
export function signTokens(audience: string): DropTokens {
  const { TEST_SIGNING_KEY_FILE: path = '', IDENTITY_ISSUER: issuer = defaultIssuer } = process.env;
  const key = once(() => readKey(path));
  const sign = async (sub: string, more: Pick<AccessTokenClaims, 'scope' | 'pk'>) => {
    // A minute ago, as the clock of the service may be behind this one.
    const iat = Math.floor(Date.now() / 1000) - 60;
    const claims: AccessTokenClaims = {
      ...more,
      iss: issuer,
      aud: [audience],
      sub,
      iat,
      nbf: iat,
      exp: iat + 660,
      jti: randomUUID(),
      client_id: 'walk',
      sid: randomUUID(),
      token_use: 'user',
    };
    return signJwt({ typ: 'at+jwt', claims, key: await key() });
  };
  const owner = randomUUID();
  return {
    owner: () => sign(owner, { scope: '', pk: 'user' }),
    admin: () => sign(randomUUID(), { scope: 'admin', pk: 'admin' }),
  };
}
