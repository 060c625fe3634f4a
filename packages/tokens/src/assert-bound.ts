import { createHash } from 'node:crypto';
import { ApiError, type ErrorSpec } from '@latchkey/contracts/errors';
import type { AccessTokenClaims } from './claims.ts';
import { challengeDpop } from './dpop-challenge.ts';
import { verifyDpopProof, type DpopProofInput } from './dpop-proof.ts';
import { tokenErrors } from './errors.ts';

/** A bound token that is presented without a proof is not valid. Source: RFC 9449 7.1. */
const challengeUnproven = challengeDpop({
  code: 'invalid_token',
  message: tokenErrors.bindingRequired.message,
});

/** A bound token is sent with the scheme of its binding alone. Source: RFC 9449 7.2. */
export const challengeScheme = challengeDpop({
  code: 'invalid_token',
  message: 'A token that is bound to a key must be sent with the scheme DPoP',
});

/** A token as a request presents it, with what it may be bound to. */
export interface BoundToken extends Pick<DpopProofInput, 'htm' | 'htu' | 'now' | 'nonces' | 'remember'> {
  readonly claims: Pick<AccessTokenClaims, 'cnf' | 'fpr'>;
  readonly token: string;
  /** Whether it came in the Authorization header with the scheme Bearer. */
  readonly isBearer?: boolean | undefined;
  /** DPoP proof (RFC 9449). An empty one is treated as missing. */
  readonly proof: string | undefined;
  /** An empty one is treated as missing. */
  readonly fingerprint?: string | undefined;
  /** Errors to throw instead of this package's own. */
  readonly errors?: Partial<BindingErrors>;
}

type BindingErrors = Record<'bindingRequired' | 'fingerprintRequired' | 'fingerprintWrong', ErrorSpec>;

/**
 * Asserts that a token is presented with the DPoP proof and the fingerprint that it is bound to. A proof is verified
 * whenever one is presented, also beside an unbound token. Throws binding_required,
 * invalid_dpop_proof, use_dpop_nonce or token_invalid.
 * Source: RFC 9449 7.1 and 7.2, contract part 0 "Access tokens".
 */
export async function assertBound({
  claims,
  token,
  proof,
  fingerprint,
  isBearer = false,
  ...input
}: BoundToken): Promise<void> {
  const errors = { ...tokenErrors, ...input.errors };
  if (claims.cnf !== undefined && isBearer)
    throw new ApiError(errors.bindingRequired, { headers: challengeScheme, detail: 'the scheme is Bearer' });
  if (proof) {
    const { htm, htu, now, nonces, remember } = input;
    const key = claims.cnf === undefined ? {} : { expectedJkt: claims.cnf.jkt };
    await verifyDpopProof({ proof, htm, htu, accessToken: token, ...key, now, nonces, remember });
  } else if (claims.cnf !== undefined) {
    throw new ApiError(errors.bindingRequired, { headers: challengeUnproven });
  }
  if (claims.fpr === undefined) return;
  if (!fingerprint) throw new ApiError(errors.fingerprintRequired);
  if (hashFingerprint(fingerprint) !== claims.fpr) throw new ApiError(errors.fingerprintWrong);
}

/** What a fingerprint is stored and compared as: SHA-256 in base64url. */
export function hashFingerprint(fingerprint: string): string {
  return createHash('sha256').update(fingerprint).digest('base64url');
}
