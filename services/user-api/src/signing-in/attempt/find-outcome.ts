import { createHmac, createSecretKey } from 'node:crypto';
import { ApiError } from '@latchkey/contracts';
import { hashSecret } from '@latchkey/secrets';
import type { RelayClaims } from '@latchkey/tokens';
import type { KeptOutcome, Outcome, OutcomeStore } from '../../accounts/outcome.ts';
import { errors } from '../../errors.ts';
import type { Lease, Verdict } from './held.ts';
import type { RequestFacts } from './returned-payload.ts';

export type DigestOf = (op: string, request: RequestFacts) => string;

export interface OutcomePorts {
  now(): number;
  readonly outcomes: OutcomeStore;
  readonly digestOf: DigestOf;
}

/** Longer than the challenge of a passkey is good, which its operation spends. Source: contract part 2 "Order". */
export const outcomeMs = 1_200_000;
/** What names the payload, and what a caller makes again for each request. */
const passing = new Set(['relay', 'deadDrop.id', 'deadDrop.key', 'auth.dpop', 'dpop', 'auth.htu', 'htu']);

/**
 * Makes digests under a key, since what is presented may be a password. No table holds an operation but by its hash, so
 * who has the digests and the key cannot try passwords: the operation's random bits are missing.
 */
export function createDigestOf(hmacKey: Uint8Array): DigestOf {
  const key = createSecretKey(hmacKey);
  return (op, { path, fields }) => {
    const presented = Object.entries(fields).filter(
      ([name, value]) => !passing.has(name) && value !== undefined,
    );
    const sorted = presented.toSorted(([left], [right]) => (left < right ? -1 : 1));
    return createHmac('sha256', key)
      .update(JSON.stringify([op, path, sorted]))
      .digest('base64url');
  };
}

/**
 * What the same request came to before; undefined for a new one. From here on the attempt keeps what this one comes to.
 * Throws the same refusal, which is not counted again, and payload_invalid where something else was presented for the
 * operation.
 */
export async function findOutcome(
  ports: OutcomePorts,
  { verdict }: Lease,
  payload: RelayClaims,
  request: RequestFacts,
): Promise<Outcome | undefined> {
  const operation = payload.op ?? payload.jti;
  const digest = ports.digestOf(operation, request);
  const op = hashSecret(operation);
  verdict.operation = { op, digest };
  if (payload.op === undefined && verdict.payload?.isReturned !== true) return undefined;
  const before = await ports.outcomes.find(op, new Date(ports.now() - outcomeMs));
  if (before !== undefined) verdict.made = before.made;
  if (!isGivenAgain(before)) {
    if (verdict.payload?.isSettled) throw new ApiError(errors.payloadInvalid, { detail: 'consumed' });
    return undefined;
  }
  verdict.isRepeated = true;
  if (before.digest !== digest)
    throw new ApiError(errors.payloadInvalid, { detail: 'something else was presented before' });
  if (before.code === null) return before;
  throw refusalOf(before);
}

/** What has ended since, by a new password or by somebody's hand, is not. */
const isGivenAgain = (before: KeptOutcome | undefined): before is KeptOutcome =>
  before !== undefined && (before.code !== null || before.isLive);

/**
 * What the same form, sent at the same moment, has opened since this attempt looked for it; undefined for nothing that
 * lives. The attempt is a repetition of that one from here on.
 */
export async function findTwin(
  { now, outcomes }: OutcomePorts,
  { verdict }: Lease,
): Promise<Outcome | undefined> {
  const { operation, made } = verdict;
  if (operation === undefined) return undefined;
  const twin = await outcomes.find(operation.op, new Date(now() - outcomeMs));
  if (twin?.code !== null || !twin.isLive || twin.digest !== operation.digest || twin.made[0] === made[0])
    return undefined;
  verdict.isRepeated = true;
  verdict.made = twin.made;
  return twin;
}

function refusalOf(before: Outcome): ApiError {
  const spec = Object.values(errors).find(({ code }) => code === before.code) ?? errors.credentialsInvalid;
  return new ApiError(spec, before.field === null ? {} : { field: before.field });
}

/**
 * What is kept of a success; undefined for an attempt that is no operation. It names what was made before too, so that a
 * repetition of a repetition that broke off ends both.
 */
export function outcomeOf(
  { operation, made }: Pick<Verdict, 'operation' | 'made'>,
  {
    id,
    userId,
    amr,
  }: { readonly id: string; readonly userId: string | null; readonly amr: readonly string[] },
  { createdAt }: { readonly createdAt: Date },
): Outcome | undefined {
  return operation && { ...operation, code: null, field: null, userId, made: [id, ...made], amr, createdAt };
}
