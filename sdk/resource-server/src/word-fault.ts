import { errors } from 'jose';

const codes: Readonly<Record<string, string>> = {
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'its signature is not that of the key',
  ERR_JOSE_ALG_NOT_ALLOWED: 'its algorithm is not RS512',
  ERR_JWS_INVALID: 'it is no JWT',
  ERR_JWT_INVALID: 'it is no JWT',
};

/** Why jose does not accept a token, in a sentence that quotes nothing of it. */
export function wordFault(
  cause: unknown,
  { issuer, audience }: Record<'issuer' | 'audience', string>,
): string {
  if (!(cause instanceof errors.JOSEError)) return 'it cannot be read';
  if (!(cause instanceof errors.JWTClaimValidationFailed)) return codes[cause.code] ?? 'it cannot be read';
  const { claim, reason } = cause;
  if (reason === 'missing') return `its ${claim} is missing`;
  if (claim === 'iss') return `its issuer is not ${issuer}`;
  if (claim === 'aud') return `its audience is not ${audience}`;
  if (claim === 'typ') return 'its type is not at+jwt';
  return claim === 'nbf' ? notYet : `its ${claim} does not fit`;
}

/** Of two clocks nobody knows which one is off. */
export const notYet = 'its time has not begun: the clock here is slow, or that of the issuer is fast';
