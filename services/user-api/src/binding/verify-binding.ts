import { ApiError } from '@latchkey/errors';
import { normaliseHtu, verifyDpopProof } from '@latchkey/tokens';
import { errors } from '../errors.ts';
import type { OnceMemory } from '../once/once-memory.ts';

/** The binding inputs of a request, whichever spelling its route reads. */
export interface BindingFields {
  readonly dpop?: string | undefined;
  readonly htu?: string | undefined;
  readonly fingerprint?: string | undefined;
}

export interface BindingPorts {
  /** Public address of this service, without a slash at its end. */
  readonly publicUrl: string;
  now(): number;
  readonly onceMemory: OnceMemory;
}

interface ProofContext {
  /** Path of the route. */
  readonly path: string;
  /** The address that a payload says the proof was made for. */
  readonly payloadHtu?: string | undefined;
  /** The token presented beside the proof. */
  readonly token?: string | undefined;
  readonly expectedJkt?: string | undefined;
}

/**
 * Verifies the DPoP proof of a request and answers its key's thumbprint, null when there is no proof. The proof must be for
 * auth.htu, and that must be the route's configured address or the payload's htu. Throws invalid_dpop_proof.
 * Source: contract part 2 "Passwords, codes, throttling".
 */
export async function verifyProof(
  ports: BindingPorts,
  fields: BindingFields,
  context: ProofContext,
): Promise<string | null> {
  const { dpop = '', htu = '' } = fields;
  if (dpop === '') return null;
  const own = ports.publicUrl + context.path;
  const accepted = [own, ...(context.payloadHtu ? [context.payloadHtu] : [])];
  const claimed = htu === '' ? context.payloadHtu || own : htu;
  if (!accepted.some((one) => normaliseHtu(one) === normaliseHtu(claimed)))
    throw new ApiError(errors.proofInvalid);
  const { jkt } = await verifyDpopProof({
    proof: dpop,
    htm: 'POST',
    htu: claimed,
    ...(context.token === undefined ? {} : { accessToken: context.token }),
    ...(context.expectedJkt === undefined ? {} : { expectedJkt: context.expectedJkt }),
    now: () => ports.now(),
    remember: (key, ttlSeconds) => ports.onceMemory.remember(`proof:${key}`, ttlSeconds),
  });
  return jkt;
}
