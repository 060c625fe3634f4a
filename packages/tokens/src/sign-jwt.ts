import type { KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';

/** A private key, and the name that its public key is published by. */
export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
}

/** `typ` of the three kinds of JWT that sso signs. */
export type JwtType = 'at+jwt' | 'relay+jwt' | 'JWT';

/**
 * Signs `claims` exactly as they are, with RS512 (contract part 0 "Access tokens"). The caller sets iss and aud too,
 * and iat and exp in seconds.
 */
export function signJwt(input: {
  typ: JwtType;
  claims: { iat: number; exp: number };
  key: SigningKey;
}): string {
  const { typ, claims, key } = input;
  const header = { alg: 'RS512', typ, kid: key.kid };
  return jwt.sign(claims, key.privateKey, { algorithm: 'RS512', header });
}
