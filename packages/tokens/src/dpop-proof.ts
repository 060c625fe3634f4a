import { createHash } from 'node:crypto';
import { ApiError } from '@latchkey/errors';
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify, type JWK, type JWTPayload } from 'jose';
import { isRecord, isText } from './claims.ts';
import { tokenErrors } from './errors.ts';
import { normaliseHtu } from './normalise-htu.ts';

export interface DpopProofInput {
  /** The compact JWS as presented. */
  proof: string;
  /** Method the proof must be for. */
  htm: string;
  /** The route's configured public address, never one derived from Host. */
  htu: string;
  /** The token that is presented beside the proof, be it opaque or a JWT. The proof must then hold its hash. */
  accessToken?: string;
  /** Thumbprint the key must have: the token's cnf.jkt. */
  expectedJkt?: string;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Remembers a proof for that many seconds, in one conditional write. False when it is remembered already. */
  remember: (replayKey: string, ttlSeconds: number) => Promise<boolean>;
}

export interface DpopProof {
  /** RFC 7638 thumbprint of the proof's key. */
  jkt: string;
  jti: string;
  /** Seconds since the epoch. */
  iat: number;
  replayKey: string;
}

const longestProofBytes = 8 * 1024;
const longestJtiLength = 256;
const oldestSeconds = 30;
const farthestAheadSeconds = 5;
/** The algorithms that a proof may be signed with: dpop_signing_alg_values_supported (RFC 9449 5.1). */
export const dpopAlgorithms = [
  'ES256',
  'ES384',
  'ES512',
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
  'EdDSA',
  'Ed25519',
];
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** An RSA key over 4,096 bits or with a long exponent would let a caller cost the service much CPU time. */
const longestModulusLength = 684;
const longestExponentLength = 6;

/**
 * Verifies a DPoP proof (RFC 9449 4.3). It may be 30 s old and 5 s ahead. It is remembered last, so that a proof that is
 * refused for another reason is not spent (contract part 2 "Settled details"). Throws invalid_dpop_proof, and passes on
 * what `remember` rejects with.
 */
export async function verifyDpopProof(input: DpopProofInput): Promise<DpopProof> {
  const { payload, jwk } = await verifyEmbeddedKey(input.proof, input.now());
  const { jti, iat } = payload;
  if (!isText(jti) || jti.length > longestJtiLength) refuse('its jti is missing or too long');
  if (!isRecentEnough(iat, input.now())) refuse('its iat is too old or in the future');
  if (payload['htm'] !== input.htm) refuse('it is for another method');
  const htu = normaliseHtu(input.htu);
  if (htu === undefined || normaliseHtu(payload['htu']) !== htu) refuse('it is for another address');
  if (input.accessToken !== undefined && payload['ath'] !== hash(input.accessToken))
    refuse('it is for another token');
  const jkt = await calculateJwkThumbprint(jwk);
  if (input.expectedJkt !== undefined && input.expectedJkt !== jkt)
    refuse('the token is bound to another key');
  const replayKey = hash(JSON.stringify([jkt, input.htm, htu, jti]));
  const ttlSeconds = Math.ceil(iat + oldestSeconds - input.now() / 1000) + 1;
  if (!(await input.remember(replayKey, ttlSeconds))) refuse('it was presented before');
  return { jkt, jti, iat, replayKey };
}

function refuse(detail: string): never {
  throw new ApiError(tokenErrors.proofInvalid, { detail });
}

async function verifyEmbeddedKey(
  proof: string,
  nowMilliseconds: number,
): Promise<{ payload: JWTPayload; jwk: JWK }> {
  if (proof.length > longestProofBytes) refuse('it is too long');
  try {
    const { payload, protectedHeader } = await jwtVerify(
      proof,
      (header, token) => {
        assertSafePublicJwk(header.jwk);
        return EmbeddedJWK(header, token);
      },
      { typ: 'dpop+jwt', algorithms: dpopAlgorithms, currentDate: new Date(nowMilliseconds) },
    );
    return { payload, jwk: protectedHeader.jwk ?? {} };
  } catch (error) {
    throw new ApiError(tokenErrors.proofInvalid, {
      detail: 'its header, key or signature is not that of a proof',
      cause: error,
    });
  }
}

function assertSafePublicJwk(jwk: unknown): void {
  const isSafe =
    isRecord(jwk) &&
    !privateMembers.some((name) => name in jwk) &&
    (jwk['kty'] !== 'RSA' ||
      (String(jwk['n']).length <= longestModulusLength && String(jwk['e']).length <= longestExponentLength));
  if (!isSafe) throw new Error('the proof has no usable public key');
}

function isRecentEnough(iat: unknown, nowMilliseconds: number): iat is number {
  if (typeof iat !== 'number') return false;
  const ageSeconds = nowMilliseconds / 1000 - iat;
  return ageSeconds <= oldestSeconds && ageSeconds >= -farthestAheadSeconds;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
