import { createHash } from 'node:crypto';
import { ApiError } from '@latchkey/errors';
import {
  assertBinding,
  principalOf,
  verifyDpopProof,
  type AccessTokenClaims,
  type Principal,
} from '@latchkey/tokens';

/** What a request shows for itself. */
export interface Credentials {
  readonly token: string;
  /** DPoP proof (RFC 9449). */
  readonly proof: string | undefined;
  readonly fingerprint: string | undefined;
  readonly method: string;
  /** Of the route, as the request named it. */
  readonly path: string;
}

/**
 * Who presents these; throws token_invalid, token_expired, session_revoked, binding_required or invalid_dpop_proof,
 * and upstream_unavailable when that cannot be known.
 */
export type Identify = (credentials: Credentials) => Promise<Principal>;

export interface IdentifyParts {
  readonly verify: (token: string) => Promise<AccessTokenClaims>;
  /** Asks the issuer whether the token still counts; there only where the check mode is strict. */
  readonly isStillActive?: ((token: string) => Promise<boolean>) | undefined;
  /** Address of this service as callers know it. */
  readonly publicUrl: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Notes a proof; false when it was seen before. */
  readonly remember: (replayKey: string, ttlSeconds: number) => Promise<boolean>;
}

/** Source: contract part 0 "Access tokens", part 3 "Who"; RFC 9449 7.1. */
export function createIdentify(parts: IdentifyParts): Identify {
  return async (credentials) => {
    const claims = await parts.verify(credentials.token);
    if (claims.cnf !== undefined) await assertProof(parts, credentials, claims);
    if (claims.fpr !== undefined) assertFingerprint(credentials.fingerprint, claims.fpr);
    if (parts.isStillActive && !(await parts.isStillActive(credentials.token))) {
      throw new ApiError({ code: 'session_revoked', message: 'The token was revoked' });
    }
    return principalOf(claims);
  };
}

async function assertProof(
  { publicUrl, now, remember }: IdentifyParts,
  { token, proof, method, path }: Credentials,
  claims: AccessTokenClaims,
): Promise<void> {
  if (proof === undefined) return assertBinding(claims, undefined);
  const htu = publicUrl.replace(/\/$/, '') + path;
  const expectedJkt = claims.cnf?.jkt ?? '';
  await verifyDpopProof({ proof, htm: method, htu, accessToken: token, expectedJkt, now, remember });
}

function assertFingerprint(fingerprint: string | undefined, expected: string): void {
  if (fingerprint === undefined) {
    throw new ApiError({ code: 'binding_required', message: 'A fingerprint is required for this token' });
  }
  if (createHash('sha256').update(fingerprint).digest('base64url') !== expected) {
    throw new ApiError({ code: 'token_invalid', message: 'The token belongs to another device' });
  }
}
