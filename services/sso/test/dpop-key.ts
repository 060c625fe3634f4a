import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';

interface ProofFields {
  readonly htm?: string;
  readonly htu?: string;
  readonly jti?: string;
  readonly nonce?: string;
  /** The access token presented beside the proof. */
  readonly accessToken?: string;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

/** A key of a client that signs DPoP proofs (RFC 9449 4.2) for the token endpoint unless a test says otherwise. */
export function createDpopKey(tokenUrl: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  const jkt = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

  function prove({
    htm = 'POST',
    htu = tokenUrl,
    jti = randomUUID(),
    nonce,
    accessToken,
    nowMs,
  }: ProofFields): string {
    const ath = accessToken && createHash('sha256').update(accessToken).digest('base64url');
    const header = encode({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } });
    const payload = encode({
      htm,
      htu,
      jti,
      iat: Math.floor(nowMs / 1000),
      nonce,
      ...(ath === undefined ? {} : { ath }),
    });
    const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
    const signature = sign('sha256', Buffer.from(`${header}.${payload}`), key).toString('base64url');
    return `${header}.${payload}.${signature}`;
  }
  return { jkt, prove };
}
