/** What checks the tokens of others needs: the part of this package that @latchkey/resource-server is built with. */
export { assertBound } from './assert-bound.ts';
export { readAccessTokenClaims, splitScope, type AccessTokenClaims } from './claims.ts';
export { dpopAlgorithms } from './dpop-challenge.ts';
export { createDpopNonces } from './dpop-nonces.ts';
export { tokenErrors } from './errors.ts';
export { createJwksKeySource } from './jwks-key-source.ts';
