import { verifyDpopProof, type DpopProofInput } from '@latchkey/tokens';
import type { ProofMemory } from '../proof/proof-memory.ts';

export interface ProofCheck {
  readonly now: () => number;
  readonly proofs: ProofMemory;
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
  const remember: DpopProofInput['remember'] = (key, ttlSeconds) => proofs.remember(key, ttlSeconds);
  return (await verifyDpopProof({ ...expected, proof, now, remember })).jkt;
}
