import { ApiError, withoutSlash } from '@latchkey/contracts';
import {
  assertBound,
  principalOf,
  type AccessTokenClaims,
  type DpopNonces,
  type Principal,
} from '@latchkey/tokens';
import { errors } from '../errors.ts';

export interface Credentials {
  readonly token: string;
  readonly proof: string | undefined;
  readonly fingerprint: string | undefined;
  /** Whether the token came with the scheme Bearer. */
  readonly isBearer: boolean;
  readonly method: string;
  readonly path: string;
}

/**
 * Finds who presents the credentials. Throws token_invalid, token_expired, session_revoked, binding_required,
 * invalid_dpop_proof or use_dpop_nonce, and upstream_unavailable while sso cannot be asked.
 */
export type Identify = (credentials: Credentials) => Promise<Principal>;

interface IdentifyPorts {
  readonly verify: (token: string) => Promise<AccessTokenClaims>;
  /** Asks the issuer whether the token is still active; only in the strict check mode. */
  readonly isStillActive?: ((token: string) => Promise<boolean>) | undefined;
  /** The address of this service that callers use. */
  readonly publicUrl: string;
  readonly now: () => number;
  /** Nonces for DPoP proofs of callers whose clock is off. */
  readonly nonces: DpopNonces;
  /** Remembers a proof; false when it was seen before. */
  readonly remember: (replayKey: string, ttlSeconds: number) => Promise<boolean>;
}

/** Source: contract part 0 "Access tokens"; RFC 9449 7.1. */
export function createIdentify({ verify, isStillActive, publicUrl, ...ports }: IdentifyPorts): Identify {
  const origin = withoutSlash(publicUrl);
  return async ({ token, proof, method: htm, path, ...shown }) => {
    const claims = await verify(token);
    // Only a bound token needs a proof. A proof with any other token is ignored.
    const neededProof = claims.cnf && proof;
    const htu = origin + path;
    await assertBound({ ...shown, claims, token, proof: neededProof, htm, htu, ...ports });
    if (isStillActive && !(await isStillActive(token))) throw new ApiError(errors.tokenRevoked);
    return principalOf(claims);
  };
}
