import { createTestKeys, forgeToken } from '@latchkey/testing';
import { createStaticKeySource, type AccessTokenClaims, type RelayClaims } from '@latchkey/tokens';

export const issuer = 'https://sso.example.test';
export const audience = 'https://user-api.example.test';
export const dropAudience = 'https://drop.example.test';
/** 2026-12-01T10:00:00Z. */
export const startMs = Date.UTC(2026, 11, 1, 10);
/** What a token holds unless a test says otherwise. */
const everyRight = 'account clients orgs admin';

/** Services of a test file share its database, which remembers each jti. */
let count = 0;

/** Signs what sso would sign, by the test's own clock. */
export function createSigner(now: () => number) {
  const { kid, publicKey } = createTestKeys();
  const seconds = () => Math.floor(now() / 1000);

  return {
    now,
    keys: createStaticKeySource({
      keys: [{ ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS512' }],
    }),
    signToken(claims: Partial<AccessTokenClaims> & Pick<AccessTokenClaims, 'sub' | 'sid'>): string {
      const times = { iat: seconds(), nbf: seconds(), exp: seconds() + 900 };
      const usual = {
        iss: issuer,
        aud: audience,
        client_id: 'demo-cli',
        scope: everyRight,
        token_use: 'user',
        pk: 'user',
      };
      return forgeToken({ ...usual, ...times, jti: `at-${(count += 1)}`, ...claims });
    },
    signRelay(claims: Partial<RelayClaims>): string {
      const times = { iat: seconds(), exp: seconds() + 120 };
      const usual = { iss: issuer, aud: 'user-api', client_id: 'demo-backend', purpose: 'user_login' };
      return forgeToken(
        { ...usual, ...times, jti: `relay-${(count += 1)}`, ...claims },
        { typ: 'relay+jwt' },
      );
    },
  };
}

export type Signer = ReturnType<typeof createSigner>;
