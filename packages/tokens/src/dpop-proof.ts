import { createHash } from 'node:crypto';
import { ApiError } from '@latchkey/contracts/errors';
import { calculateJwkThumbprint, decodeJwt, EmbeddedJWK, jwtVerify, type JWK, type JWTPayload } from 'jose';
import { isRecord, isText } from './claims.ts';
import { challengeDpop, dpopAlgorithms } from './dpop-challenge.ts';
import type { DpopNonces } from './dpop-nonces.ts';
import { tokenErrors } from './errors.ts';

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
  now: () => number;
  /** The nonces of this service, for proofs whose iat is too far off. */
  nonces: DpopNonces;
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
const oldestSeconds = 60;
const farthestAheadSeconds = 15;
/** Another replica may read a clock that is this much behind, and would still accept the proof. */
const memoryMarginSeconds = 5;
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** An RSA key over 4,096 bits or with a long exponent would let a caller cost the service much CPU time. */
const longestModulusLength = 684;
const longestExponentLength = 6;

/**
 * Verifies a DPoP proof (RFC 9449 4.3). It may be 60 s old and 15 s ahead; one that carries a nonce is judged by the
 * nonce instead. It is remembered last, so that a proof that is refused for another reason is not spent
 * (contract part 0 "DPoP proofs"). Throws invalid_dpop_proof, use_dpop_nonce with a nonce in the DPoP-Nonce header, and
 * passes on what `remember` rejects with. Both carry the challenge that a 401 shows.
 * Source: contract part 0 "DPoP proofs".
 */
export async function verifyDpopProof(input: DpopProofInput): Promise<DpopProof> {
  const { payload, jwk } = await verifyEmbeddedKey(input.proof, input.now());
  const { jti, iat } = payload;
  if (!isText(jti) || jti.length > longestJtiLength) refuse('its jti is missing or too long');
  if (typeof iat !== 'number') refuse('its iat is missing');
  if (payload['htm'] !== input.htm) refuse('it is for another method');
  const htu = normaliseHtu(input.htu);
  if (htu === undefined || normaliseHtu(payload['htu']) !== htu) refuse('it is for another address');
  if (input.accessToken !== undefined && payload['ath'] !== hash(input.accessToken))
    refuse('it is for another token');
  const jkt = await calculateJwkThumbprint(jwk);
  if (input.expectedJkt !== undefined && input.expectedJkt !== jkt)
    refuse('the token is bound to another key');
  const leftSeconds = secondsLeft(iat, payload['nonce'], input);
  const replayKey = hash(JSON.stringify([jkt, input.htm, htu, jti]));
  if (!(await input.remember(replayKey, Math.ceil(leftSeconds) + memoryMarginSeconds)))
    refuse('it was presented before');
  return { jkt, jti, iat, replayKey };
}

/**
 * Throws use_dpop_nonce for a proof whose time or nonce is off, before its signature is checked, so that a route can
 * refuse it before it spends something. What is no proof at all passes: {@link verifyDpopProof} refuses it later.
 */
export function assertProofTimely(proof: string, clock: Pick<DpopProofInput, 'now' | 'nonces'>): void {
  let payload: JWTPayload;
  try {
    payload = decodeJwt(proof);
  } catch {
    return;
  }
  if (typeof payload.iat === 'number') secondsLeft(payload.iat, payload['nonce'], clock);
}

/** For how long a proof can still be accepted. Throws use_dpop_nonce when it cannot be now. Source: RFC 9449 8 and 11.1. */
function secondsLeft(
  iat: number,
  nonce: unknown,
  { now, nonces }: Pick<DpopProofInput, 'now' | 'nonces'>,
): number {
  const nowSeconds = now() / 1000;
  if (nonce !== undefined) {
    const left = nonces.secondsLeft(nonce);
    return left ?? askForNonce('its nonce is not of this service or has ended', nonces);
  }
  const isRecent = nowSeconds - iat <= oldestSeconds && iat - nowSeconds <= farthestAheadSeconds;
  return isRecent ? iat + oldestSeconds - nowSeconds : askForNonce('its iat is too old or ahead', nonces);
}

function askForNonce(detail: string, nonces: DpopNonces): never {
  const headers = { ...challengeDpop(tokenErrors.nonceNeeded), 'dpop-nonce': nonces.create() };
  throw new ApiError(tokenErrors.nonceNeeded, { detail, headers });
}

function refuse(detail: string): never {
  throw new ApiError(tokenErrors.proofInvalid, { detail, headers: challengeDpop(tokenErrors.proofInvalid) });
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
      headers: challengeDpop(tokenErrors.proofInvalid),
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

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

const unreserved = /[A-Za-z0-9\-._~]/;

/**
 * The address without query and fragment, normalised by syntax and scheme (RFC 3986 6.2.2 and 6.2.3, as RFC 9449 4.3
 * asks); undefined when it is no http or https address or holds credentials.
 */
export function normaliseHtu(htu: unknown): string | undefined {
  const url = typeof htu === 'string' && URL.canParse(htu) ? new URL(htu) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  return url.origin + url.pathname.replace(/%[0-9a-f]{2}/gi, normaliseEscape);
}

function normaliseEscape(escape: string): string {
  const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  return unreserved.test(character) ? character : escape.toUpperCase();
}
