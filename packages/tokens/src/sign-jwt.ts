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
  return signPayload(typ, encode(claims), key);
}

/**
 * Signs `header.payload` of a JWT of ours once more. By the key that it names it is the same token, byte for byte: RS512
 * takes nothing random. A key that is gone is replaced by the active one, which the header then names.
 */
export function signJwtAgain(
  unsigned: string,
  keys: { findSigningKey(kid: string): SigningKey | undefined; activeKey(): SigningKey },
): Promise<string> {
  const [header = '', payload = ''] = unsigned.split('.');
  const { typ, kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as {
    typ: JwtType;
    kid: string;
  };
  return signPayload(typ, payload, keys.findSigningKey(kid) ?? keys.activeKey());
}

async function signPayload(typ: JwtType, payload: string, { kid, privateKey }: SigningKey): Promise<string> {
  const signed = `${encode({ alg: 'RS512', typ, kid })}.${payload}`;
  const signature = await signInPool('sha512', Buffer.from(signed), privateKey);
  return `${signed}.${signature.toString('base64url')}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
