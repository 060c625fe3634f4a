import { ApiError, type ErrorCode } from '@latchkey/errors';

const verdicts: ReadonlySet<ErrorCode> = new Set([
  'ambiguous_parameter',
  'binding_required',
  'invalid_credentials',
  'invalid_dpop_proof',
  'mfa_required',
  'payload_invalid',
  'payload_mismatch',
  'throttled',
  'token_invalid',
]);

/**
 * Whether a failure says something about what was presented, so that it counts as an attempt. The 400 for two names
 * that are not of one account is such, as it says that they are not.
 */
export function isVerdict(error: unknown): boolean {
  return error instanceof ApiError && verdicts.has(error.code);
}
