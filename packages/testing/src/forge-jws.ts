import { sign, type KeyObject } from 'node:crypto';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A compact JWS with the header, the claims and the signature that a test gives it. */
export function forgeJws(header: object, claims: object, makeSignature: (text: string) => Buffer): string {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${makeSignature(text).toString('base64url')}`;
}

/** An RSA signature over the given digest. */
export function signRsa(digest: 'sha256' | 'sha512', key: KeyObject): (text: string) => Buffer {
  return (text) => sign(digest, Buffer.from(text), key);
}

/** The ES256 signature of a DPoP proof. */
export function signEs256(key: KeyObject): (text: string) => Buffer {
  return (text) => sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
}
