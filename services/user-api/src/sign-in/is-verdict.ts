import { ApiError, type ErrorCode } from '@latchkey/errors';

const verdicts: ReadonlySet<ErrorCode> = new Set([
  'payload_invalid',
  'payload_mismatch',
  'invalid_credentials',
  'invalid_dpop_proof',
  'token_invalid',
  'throttled',
]);

/** Whether a failure says something about what was presented, so that it counts as an attempt. */
export function isVerdict(error: unknown): boolean {
  return error instanceof ApiError && verdicts.has(error.code);
}
