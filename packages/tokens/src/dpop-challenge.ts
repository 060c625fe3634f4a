import type { ErrorSpec } from '@latchkey/contracts/errors';

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

/** The header of a 401 where a bound token or a proof is at fault. Source: RFC 9449 7.1. */
export function challengeDpop({ code, message }: ErrorSpec) {
  const parameters = {
    realm: 'latchkey',
    error: code,
    error_description: message,
    algs: dpopAlgorithms.join(' '),
  };
  const listed = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`);
  return { 'www-authenticate': `DPoP ${listed.join(', ')}` };
}
