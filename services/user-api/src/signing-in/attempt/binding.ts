import { ApiError, text, type InferFields } from '@latchkey/contracts';
import type { OnceMemory } from '@latchkey/database';
import {
  assertBound,
  assertProofTimely,
  challengeDpop,
  normaliseHtu,
  verifyDpopProof,
  type AccessTokenClaims,
  type DpopNonces,
} from '@latchkey/tokens';
import { errors } from '../../errors.ts';

export interface BindingFields {
  readonly dpop?: string | undefined;
  readonly htu?: string | undefined;
  readonly fingerprint?: string | undefined;
  /** The field that the fingerprint came in. */
  readonly fingerprintField?: 'auth.fingerprint' | 'fingerprint';
  /** Whether the token came with the scheme Bearer. */
  readonly isBearer?: boolean | undefined;
}

export interface BindingPorts {
  /** Public address of this service, without a slash at its end. */
  readonly publicUrl: string;
  now(): number;
  readonly onceMemory: OnceMemory;
  /** Nonces for DPoP proofs of callers whose clock is off. */
  readonly nonces: DpopNonces;
}

interface ProofContext {
  readonly path: string;
  /** The address that the proof was made for, according to the payload. */
  readonly payloadHtu?: string | undefined;
  /** The token presented with the proof. */
  readonly token?: string | undefined;
  readonly expectedJkt?: string | undefined;
}

/**
 * Verifies the DPoP proof that a new session is bound to, and answers the thumbprint of its key; null when there is no
 * proof. Throws invalid_dpop_proof and use_dpop_nonce.
 */
export async function verifyProof(
  ports: BindingPorts,
  binding: BindingFields,
  { path, payloadHtu, token, expectedJkt }: ProofContext,
): Promise<string | null> {
  const { dpop: proof } = binding;
  if (!proof) return null;
  const { jkt } = await verifyDpopProof({
    ...proofInput(ports, chooseHtu(ports.publicUrl + path, binding.htu, payloadHtu)),
    proof,
    ...(token === undefined ? {} : { accessToken: token }),
    ...(expectedJkt === undefined ? {} : { expectedJkt }),
  });
  return jkt;
}

/**
 * Throws use_dpop_nonce while the payload of the request is not spent yet, so that the caller can send it again with
 * the nonce. Source: RFC 9449 8, contract part 2 "Order".
 */
export function assertTimely(ports: BindingPorts, { dpop: proof }: BindingFields): void {
  if (proof) assertProofTimely(proof, ports);
}

/**
 * The address that a proof must be for: auth.htu, which must be the route's configured address or the payload's htu.
 * Throws invalid_dpop_proof. Source: contract part 0 "DPoP proofs".
 */
function chooseHtu(own: string, htu: string | undefined, payloadHtu?: string): string {
  const claimed = htu || payloadHtu || own;
  const accepted = payloadHtu ? [own, payloadHtu] : [own];
  if (!accepted.some((one) => normaliseHtu(one) === normaliseHtu(claimed)))
    throw new ApiError(errors.proofInvalid, { headers: challengeDpop(errors.proofInvalid) });
  return claimed;
}

function proofInput(ports: BindingPorts, htu: string) {
  return {
    htm: 'POST',
    htu,
    now: () => ports.now(),
    nonces: ports.nonces,
    remember: (key: string, ttlSeconds: number) => ports.onceMemory.remember(`proof:${key}`, ttlSeconds),
  };
}

export interface PresentedToken {
  readonly token: string;
  readonly binding: BindingFields;
  readonly path: string;
  readonly traceparent: string;
}

/** A missing proof and a missing fingerprint are one failure to the caller. */
const bindingErrors = {
  bindingRequired: errors.bindingRequired,
  fingerprintRequired: errors.bindingRequired,
  fingerprintWrong: errors.tokenInvalid,
};

/**
 * Asserts that a token is presented with the proof and the fingerprint that it is bound to. Throws binding_required,
 * invalid_dpop_proof, use_dpop_nonce, token_invalid. Source: contract part 0 "Access tokens".
 */
export function assertTokenBound(
  ports: BindingPorts,
  claims: AccessTokenClaims,
  { binding, path, token }: Omit<PresentedToken, 'traceparent'>,
): Promise<void> {
  const { dpop: proof, htu, ...shown } = binding;
  const own = ports.publicUrl + path;
  const input = proofInput(ports, proof ? chooseHtu(own, htu) : own);
  return assertBound({ ...input, ...shown, claims, token, proof, errors: bindingErrors });
}

/** 22 characters of base64url have 128 bits. */
const tooShort = /^[^]{1,21}$/u;

/**
 * Throws invalid_value for a fingerprint that nothing new may be bound to: a token shows its hash, so that a short one
 * could be guessed. What is bound already keeps its fingerprint. Source: contract part 2 "Settled details".
 */
export function assertNewFingerprint({ fingerprint, fingerprintField: field }: BindingFields): void {
  if (fingerprint && tooShort.test(fingerprint)) throw new ApiError(errors.fingerprintShort, { field });
}

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
    fingerprintField: fields['auth.fingerprint'] ? 'auth.fingerprint' : 'fingerprint',
  };
}

function readOne(fields: TwoSpellings, name: 'dpop' | 'htu' | 'fingerprint'): string | undefined {
  const { [`auth.${name}` as const]: first = '', [name]: second = '' } = fields;
  if (first !== '' && second !== '' && first !== second)
    throw new ApiError(errors.bindingsDiffer, { field: name });
  return first === '' ? second : first;
}
