import { readAccessTokenClaims, type AccessTokenClaims } from './claims.ts';
import { readRelayClaims, type RelayClaims } from './relay-claims.ts';
import { createJwtVerifier, type JwtVerifierInput } from './verify-jwt.ts';

type VerifierInput = Omit<JwtVerifierInput<unknown>, 'typ' | 'readClaims' | 'mostKept'>;

/** About 2 MB. A token comes with each of a caller's requests; a payload comes once. */
const mostKept = 2_000;

/** Verifies access tokens (typ at+jwt, RFC 9068 4); errors as `createJwtVerifier`. */
export function createTokenVerifier(input: VerifierInput): (token: string) => Promise<AccessTokenClaims> {
  return createJwtVerifier({ ...input, typ: 'at+jwt', readClaims: readAccessTokenClaims, mostKept });
}

/** Verifies guard payloads (typ relay+jwt, contract part 1 "Guard payloads"); errors as `createJwtVerifier`. */
export function createRelayVerifier(input: VerifierInput): (token: string) => Promise<RelayClaims> {
  return createJwtVerifier({ ...input, typ: 'relay+jwt', readClaims: readRelayClaims });
}
