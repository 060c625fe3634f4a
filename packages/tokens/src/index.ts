export { assertBound, hashFingerprint, type BoundToken } from './assert-bound.ts';
export { isSameAudience } from './audience.ts';
export { addSigningKey } from './generate-signing-key.ts';
export { pruneSigningKeys } from './prune-signing-keys.ts';
export { challengeDpop, dpopAlgorithms } from './dpop-challenge.ts';
export { createDpopNonces } from './dpop-nonces.ts';
export type { DpopNonces } from './dpop-nonces.ts';
export { assertProofTimely, verifyDpopProof } from './dpop-proof.ts';
export type { DpopProof, DpopProofInput } from './dpop-proof.ts';
export type { AccessTokenClaims } from './claims.ts';
export { createFileKeySource } from './file-key-source.ts';
export { isIssuedBefore } from './is-issued-before.ts';
export { createJwksKeySource } from './jwks-key-source.ts';
export { createStaticKeySource } from './key-source.ts';
export type { KeySource, PublicJwk, PublicJwks } from './key-source.ts';
export { normaliseHtu } from './normalise-htu.ts';
export { principalOf } from './principal.ts';
export type { Principal } from './principal.ts';
export {
  identityScopes,
  needOf,
  rightFor,
  rightScopes,
  rightsOf,
  scopeChallenge,
  scopeMissing,
} from './rights.ts';
export type { Need, Right, RightsService } from './rights.ts';
export { relayPurposes } from './relay-claims.ts';
export type { RelayClaims, RelayPurpose } from './relay-claims.ts';
export { createSigningKeys } from './signing-keys.ts';
export type { SigningKeys } from './signing-keys.ts';
export { signJwt } from './sign-jwt.ts';
export type { JwtType, SigningKey } from './sign-jwt.ts';
export { createRelayVerifier, createTokenVerifier } from './token-verifier.ts';
export { splitScope } from './scope.ts';
