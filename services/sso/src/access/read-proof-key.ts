import type { OnceMemory } from '@latchkey/connections';
import { verifyDpopProof, type DpopProofInput } from '@latchkey/tokens';

export interface ProofCheck {
  readonly now: () => number;
  readonly proofs: OnceMemory;
}

type Expected = Pick<DpopProofInput, 'htm' | 'htu' | 'accessToken' | 'expectedJkt'>;

/**
 * The thumbprint of the key that a DPoP header proves, undefined when no header came. Throws invalid_dpop_proof.
 * Source: RFC 9449 4.3 and 5.
 */
export async function readProofKey(
  { now, proofs }: ProofCheck,
  proof: string | undefined,
  expected: Expected,
): Promise<string | undefined> {
  if (proof === undefined) return undefined;
  return (await verifyDpopProof({ ...expected, proof, now, remember: proofs.remember })).jkt;
}
