import { ApiError } from '@latchkey/contracts';
import type { OnceMemory } from '@latchkey/database';
import { verifyDpopProof, type DpopNonces, type DpopProofInput } from '@latchkey/tokens';

export interface ProofCheck {
  readonly now: () => number;
  readonly proofs: OnceMemory;
  readonly nonces: DpopNonces;
}

type Expected = Pick<DpopProofInput, 'htm' | 'htu' | 'accessToken' | 'expectedJkt'>;

/**
 * The thumbprint of the key that a DPoP header proves, undefined without the header. Throws invalid_dpop_proof, and
 * use_dpop_nonce with a nonce. Source: RFC 9449 4.3, 5 and 8.
 */
export async function readProofKey(
  { now, proofs, nonces }: ProofCheck,
  proof: string | undefined,
  expected: Expected,
): Promise<string | undefined> {
  if (proof === undefined) return undefined;
  const input = { ...expected, proof, now, nonces, remember: proofs.remember };
  return (await verifyDpopProof(input).catch(withoutChallenge)).jkt;
}

/** A 400 carries no challenge (RFC 9110 11.6.1). */
function withoutChallenge(fault: unknown): never {
  if (!(fault instanceof ApiError)) throw fault;
  const { 'www-authenticate': _challenge, ...headers } = fault.headers;
  const { detail, cause } = fault;
  throw new ApiError(fault.spec, { detail, headers, cause });
}
