import { createHash } from 'node:crypto';
import type { OnceMemory } from '@latchkey/connections';
import type { InferFields } from '@latchkey/contracts';
import { ApiError } from '@latchkey/errors';
import { normaliseHtu, verifyDpopProof, type AccessTokenClaims } from '@latchkey/tokens';
import { errors } from '../errors.ts';

/** The hash of a fingerprint, as the token's fpr and the session hold it; null for none. */
export function hashFingerprint(fingerprint: string | undefined): string | null {
  if (fingerprint === undefined || fingerprint === '') return null;
  return createHash('sha256').update(fingerprint).digest('base64url');
}

/** The binding inputs of a request. */
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
  /** The address that the proof was made for, according to the payload. */
  readonly payloadHtu?: string | undefined;
  /** The token presented beside the proof. */
  readonly token?: string | undefined;
  readonly expectedJkt?: string | undefined;
}

/**
 * Verifies the DPoP proof of a request and answers the thumbprint of its key; null when there is no proof. The proof
 * must be for auth.htu, and auth.htu must be the route's configured address or the payload's htu. Throws
 * invalid_dpop_proof.
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

/** A token as it was presented, with the binding inputs beside it. */
export interface PresentedToken {
  readonly token: string;
  readonly binding: BindingFields;
  /** Path of the route. */
  readonly path: string;
  readonly traceparent: string;
}

/**
 * A bound token needs the proof or the fingerprint that it is bound to. A proof is verified even when the token is not
 * bound. Throws binding_required, invalid_dpop_proof, token_invalid. Source: contract part 0 "Access tokens".
 */
export async function assertBound(
  ports: BindingPorts,
  claims: AccessTokenClaims,
  { binding, path, token }: Omit<PresentedToken, 'traceparent'>,
): Promise<void> {
  const jkt = await verifyProof(ports, binding, { path, token, expectedJkt: claims.cnf?.jkt });
  if (claims.cnf !== undefined && jkt === null) throw new ApiError(errors.bindingRequired);
  if (claims.fpr === undefined) return;
  const fingerprint = hashFingerprint(binding.fingerprint);
  if (fingerprint === null) throw new ApiError(errors.bindingRequired);
  if (fingerprint !== claims.fpr) throw new ApiError(errors.tokenInvalid);
}

const text = { type: 'string' } as const;

/** The binding inputs in both of their spellings. */
export const bindingFields = {
  'auth.dpop': { ...text, description: 'DPoP proof with the hash of auth.token; dpop is taken as well' },
  'auth.htu': { ...text, description: 'Address that the proof was made for; htu is taken as well' },
  'auth.fingerprint': {
    ...text,
    description: 'Device that the token is bound to; fingerprint is taken as well',
  },
  dpop: text,
  htu: text,
  fingerprint: text,
} as const;

type TwoSpellings = InferFields<{ properties: typeof bindingFields }>;

/** Reads the auth.* form of each field, else the bare form. Throws ambiguous_parameter when they differ. */
export function readBindings(fields: TwoSpellings): BindingFields {
  return {
    dpop: readOne(fields, 'dpop'),
    htu: readOne(fields, 'htu'),
    fingerprint: readOne(fields, 'fingerprint'),
  };
}

function readOne(fields: TwoSpellings, name: 'dpop' | 'htu' | 'fingerprint'): string | undefined {
  const { [`auth.${name}` as const]: first = '', [name]: second = '' } = fields;
  if (first !== '' && second !== '' && first !== second)
    throw new ApiError(errors.bindingsDiffer, { field: name });
  return first === '' ? second : first;
}
