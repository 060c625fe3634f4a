import { ApiError } from '@latchkey/errors';
import type { AccessTokenClaims } from '@latchkey/tokens';
import { hashFingerprint } from '../binding/fingerprint.ts';
import { verifyProof, type BindingFields, type BindingPorts } from '../binding/verify-binding.ts';
import { errors } from '../errors.ts';

/** A token as it was presented, with what it may be bound to. */
export interface PresentedToken {
  readonly token: string;
  readonly binding: BindingFields;
  /** Path of the route. */
  readonly path: string;
  readonly traceparent: string;
}

/**
 * A bound token comes with the proof or the fingerprint that it is bound to; a proof that comes is verified in any
 * case. Throws binding_required, invalid_dpop_proof, token_invalid. Source: contract part 0 "Access tokens".
 */
export async function assertBound(
  ports: BindingPorts,
  claims: AccessTokenClaims,
  { binding, path, token }: Omit<PresentedToken, 'traceparent'>,
): Promise<void> {
  const jkt = await verifyProof(ports, binding, { path, token, expectedJkt: claims.cnf?.jkt });
  if (claims.cnf !== undefined && jkt === null) throw new ApiError(errors.bindingRequired);
  if (claims.fpr === undefined) return;
  const fingerprint = hashFingerprint(binding.fingerprint);
  if (fingerprint === null) throw new ApiError(errors.bindingRequired);
  if (fingerprint !== claims.fpr) throw new ApiError(errors.tokenInvalid);
}
