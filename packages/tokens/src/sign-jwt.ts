import { sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

/** A private key, and the name that its public key is published by. */
export interface SigningKey {
  kid: string;
  privateKey: KeyObject;
}

/** `typ` of the three kinds of JWT that sso signs. */
export type JwtType = 'at+jwt' | 'relay+jwt' | 'JWT';

const signInPool = promisify(sign);

/**
 * Signs `claims` exactly as they are, with RS512 (contract part 0 "Access tokens"). The caller sets iss and aud too,
 * and iat and exp in seconds. A thread of Node's pool computes the signature, so that the process serves others
 * meanwhile; jsonwebtoken signs only on the main thread.
 */
export async function signJwt(input: {
  typ: JwtType;
  claims: { iat: number; exp: number };
  key: SigningKey;
}): Promise<string> {
  const { typ, claims, key } = input;
  const signed = `${encode({ alg: 'RS512', typ, kid: key.kid })}.${encode(claims)}`;
  const signature = await signInPool('sha512', Buffer.from(signed), key.privateKey);
  return `${signed}.${signature.toString('base64url')}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
