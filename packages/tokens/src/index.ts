/**
 * Signing and verifying tokens: the only package of the services that uses jsonwebtoken and jose.
 *
 * - A verifier accepts RS512, a header of alg, typ and kid only, a kid that the issuer publishes, at most 8 KB, the exact
 *   issuer, one of the given audiences, all claims of `AccessTokenClaims` (or `RelayClaims`) with their types, and 5 s of
 *   clock difference. Anything else is `token_invalid`; a good token past its end is `token_expired`. The newest 2,000
 *   verified tokens are kept: their key and times are checked each time, their signature once.
 * - Verifiers keep the issuer's keys for 10 min and ask for an unknown kid at most every 30 s. While the issuer is down,
 *   known keys stay good until 30 min after they were fetched. Then the answer is `upstream_unavailable`.
 * - A file of signing keys is a JSON list of `{kid, private_pem, created_at, not_before, retire_at?}`. A key is published
 *   at least 20 min before it signs (only the first key of a file signs at once), and until an hour after its last use.
 * - A DPoP proof (RFC 9449 4.3) is at most 60 s old or 15 s ahead; otherwise the caller gets a nonce. The caller's
 *   `remember` is called last, so a proof that is refused for another reason is not spent.
 * - `rights.ts` is the one table of paths and the scopes that they ask for.
 */
export { assertBound, challengeScheme, hashFingerprint } from './assert-bound.ts';
export { addSigningKey } from './generate-signing-key.ts';
export { createSigningKeys, pruneSigningKeys, type SigningKeys } from './signing-keys.ts';
export { challengeDpop, dpopAlgorithms } from './dpop-challenge.ts';
export { createDpopNonces, type DpopNonces } from './dpop-nonces.ts';
export { assertProofTimely, type DpopProofInput, normaliseHtu, verifyDpopProof } from './dpop-proof.ts';
export {
  accountClientId,
  consoleClientId,
  isPageClient,
  isIssuedBefore,
  isSameAudience,
  splitScope,
  type AccessTokenClaims,
} from './claims.ts';
export { createStaticKeySource, type KeySource, type RemoteKeySource } from './key-source.ts';
export { createFileKeySource, createIssuerCheck, createJwksKeySource } from './jwks-key-source.ts';
export { type Principal, principalOf } from './principal.ts';
export {
  identityScopes,
  type Need,
  needOf,
  type Right,
  rightFor,
  rightScopes,
  rightsOf,
  type RightsService,
  scopeChallenge,
  scopeMissing,
} from './rights.ts';
export { type RelayClaims, type RelayPurpose, relayPurposes, ssoClientId } from './relay-claims.ts';
export { signJwt, signJwtAgain } from './sign-jwt.ts';
export { createJwtVerifier, createRelayVerifier, createTokenVerifier } from './verify-jwt.ts';
