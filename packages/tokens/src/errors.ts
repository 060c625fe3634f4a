import type { ErrorSpec } from '@latchkey/contracts/errors';

/** The failures of tokens and proofs. A service may answer them in its own words. */
export const tokenErrors = {
  invalid: { code: 'token_invalid', message: 'Token is invalid' },
  expired: { code: 'token_expired', message: 'Token has expired' },
  keysUnavailable: { code: 'upstream_unavailable', message: 'Signing keys are not available' },
  bindingRequired: { code: 'binding_required', message: 'A DPoP proof is required for this token' },
  fingerprintRequired: { code: 'binding_required', message: 'A fingerprint is required for this token' },
  fingerprintWrong: { code: 'token_invalid', message: 'The token belongs to another device' },
  proofInvalid: { code: 'invalid_dpop_proof', message: 'DPoP proof is invalid' },
  nonceNeeded: {
    code: 'use_dpop_nonce',
    message: 'The DPoP proof must carry the nonce of the DPoP-Nonce header',
  },
} as const satisfies Record<string, ErrorSpec>;
