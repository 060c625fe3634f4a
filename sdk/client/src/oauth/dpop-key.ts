import * as oauth from 'oauth4webapi';

/** The private key of DPoP proofs, as plain JSON that can be stored (RFC 7517, EC P-256). */
export interface PrivateJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly d: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };

export async function makeDpopKey(): Promise<PrivateJwk> {
  const { privateKey } = await oauth.generateKeyPair('ES256', { extractable: true });
  const { x, y, d } = (await crypto.subtle.exportKey('jwk', privateKey)) as PrivateJwk;
  return { kty: 'EC', crv: 'P-256', x, y, d };
}

/** A key that can sign. `handle` also remembers the nonces that servers ask for, so it is worth keeping. */
export interface DpopKey {
  readonly jwk: PrivateJwk;
  readonly handle: oauth.DPoPHandle;
}

export async function openDpopKey(jwk: PrivateJwk, client: oauth.Client): Promise<DpopKey> {
  const { d, ...shared } = jwk;
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey('jwk', { ...shared, d }, algorithm, false, ['sign']),
    crypto.subtle.importKey('jwk', shared, algorithm, true, ['verify']),
  ]);
  return { jwk, handle: oauth.DPoP(client, { privateKey, publicKey }) };
}
