import { ApiError, groupFields, text, type InferFields } from '@latchkey/contracts';
import type { OnceMemory } from '@latchkey/database';
import { hashSecret } from '@latchkey/secrets';
import type { RelayClaims, RelayPurpose } from '@latchkey/tokens';
import type { AccountNames, AccountStore } from '../../accounts/account-store.ts';
import type { Account } from '../../accounts/account.ts';
import { errors } from '../../errors.ts';
import type { Origin } from '../../request-log/request-log.ts';
import type { DropClient } from '../../sibling/drop.ts';
import type { SsoClient } from '../../sibling/sso.ts';
import { endAll } from './hold-place.ts';
import { moveTo, type Lease, type LeasePorts } from './lease.ts';
import { payloadPlace } from './place.ts';
import { keepReturned, takeReturned, type RequestFacts, type ReturnedPayloads } from './returned-payload.ts';

/** A one-time payload as it was presented, not yet consumed. */
export type PresentedPayload =
  | { readonly kind: 'relay'; readonly relay: string }
  | { readonly kind: 'dead_drop'; readonly id: string; readonly key: string };

export const payloadFields = groupFields('GuardPayload', {
  relay: { ...text, description: 'One-time handle from sso', examples: ['rly_W5c1Zr5LhNmT3k9QxYb7v'] },
  'deadDrop.id': { ...text, description: 'Instead of relay: the drop that holds the payload' },
  'deadDrop.key': { ...text, description: 'Key of that drop' },
});

export type PayloadFields = InferFields<{ properties: typeof payloadFields }>;

export interface PayloadPorts extends LeasePorts {
  readonly sso: Pick<SsoClient, 'consumeRelay'>;
  readonly drop: DropClient;
  /** Rejects with upstream_unavailable unless the keys that payloads and tokens are verified with are there. */
  assertKeysAtHand(): Promise<void>;
  verifyRelay(jws: string): Promise<RelayClaims>;
  readonly accounts: Pick<AccountStore, 'findNamed'>;
  readonly onceMemory: OnceMemory;
  readonly returnedPayloads: ReturnedPayloads;
  randomBytes(size: number): Uint8Array;
  /** Called when a payload that should have been returned stays spent. */
  onPayloadLost(error: unknown): void;
}

/** sso and drop never make a longer handle. */
const longestHandle = 512;
/** Contract part 1 "Guard payloads"; the tolerance is for clocks that differ. */
const longestLifeSeconds = 120;
const clockToleranceSeconds = 5;

/** Reads the payload of a request. Throws payload_conflict for two payloads, payload_invalid for none or for half of one. */
export function readPresentedPayload(fields: PayloadFields): PresentedPayload {
  const { relay = '', 'deadDrop.id': id = '', 'deadDrop.key': key = '' } = fields;
  if (relay !== '' && (id !== '' || key !== '')) throw new ApiError(errors.payloadConflict);
  if ([relay, id, key].some((handle) => handle.length > longestHandle))
    throw new ApiError(errors.payloadInvalid, { detail: 'a handle is too long' });
  if (relay !== '') return { kind: 'relay', relay };
  if (id === '' || key === '')
    throw new ApiError(errors.payloadInvalid, { detail: 'there is none, or half of one' });
  return { kind: 'dead_drop', id, key };
}

interface PayloadRequest extends RequestFacts {
  readonly presented: PresentedPayload;
  /** Whom the request names. */
  readonly named?: AccountNames;
}

/**
 * Consumes a payload at the service that holds it, verifies what was in it, and answers its claims and the account that
 * the request names. From here on the attempt keeps the payload for the same request until the payload expires: after a
 * verdict it gets that verdict again, without one it is judged. Throws payload_invalid for every miss, forbidden for the payload of a client that was archived since,
 * upstream_unavailable when that service does not answer. Source: contract part 2 "Order".
 */
export async function consumePayload(
  ports: PayloadPorts,
  { held, verdict }: Lease,
  request: PayloadRequest,
): Promise<{ readonly payload: RelayClaims; readonly account: Account | undefined }> {
  await ports.assertKeysAtHand();
  const { presented, named = {} } = request;
  const handle = handleOf(presented);
  const fresh = await consume(ports, presented, held.origin);
  const returned = fresh === undefined ? await takeReturned(ports, handle, request) : undefined;
  const jws = fresh ?? returned?.jws;
  if (jws === undefined) throw new ApiError(errors.payloadInvalid, { detail: 'unknown or consumed' });
  const spent: SpentPayload = { handle, jws, request, mark: undefined };
  const settledAtMs = returned?.settledAtMs;
  const isSettled = settledAtMs !== undefined;
  verdict.payload = {
    isReturned: returned !== undefined,
    isSettled,
    // A verdict stays one when its repetition ends without.
    giveBack: () => giveBack(ports, spent, settledAtMs),
    settle: () => giveBack(ports, spent, ports.now()),
  };
  if (isSettled && ports.now() - held.origin.ageMs() <= settledAtMs) {
    // The same request again is one that began after the verdict; one that ran beside it gets none of what it gave.
    await verdict.payload.giveBack();
    throw new ApiError(errors.payloadInvalid, { detail: 'the same request was being answered' });
  }
  const payload = await verify(ports, jws);
  // Only sso has the payload of a relay, under one handle. Many drops may hold the same payload.
  if (presented.kind === 'dead_drop' && !isSettled) spent.mark = await markSeen(ports, payload);
  const counted = payloadPlace(ports, payload);
  const [{ isClosed, account }] = await endAll([
    ports.accounts.findNamed(payload.client_id, named),
    moveTo(ports, held, { origin: personOrigin(payload, held.origin), counted }),
  ]);
  if (isClosed)
    throw new ApiError(errors.forbidden, {
      field: 'client_id',
      detail: 'its client is archived or inactive',
    });
  return { payload, account };
}

function consume(
  { sso, drop }: PayloadPorts,
  presented: PresentedPayload,
  { traceparent }: Origin,
): Promise<string | undefined> {
  return presented.kind === 'relay'
    ? sso.consumeRelay(presented.relay, traceparent)
    : drop.consumeDeadDrop(presented.id, presented.key, traceparent);
}

function handleOf(presented: PresentedPayload): string {
  return presented.kind === 'relay' ? presented.relay : JSON.stringify([presented.id, presented.key]);
}

/** Marks its jti, which is accepted only once here too, in whatever drop it is. Answers the mark. */
async function markSeen(ports: PayloadPorts, claims: RelayClaims): Promise<string> {
  const mark = `payload:${hashSecret(claims.jti)}`;
  if (await ports.onceMemory.remember(mark, secondsLeft(ports, claims))) return mark;
  throw new ApiError(errors.payloadInvalid, { detail: 'its jti came before' });
}

function secondsLeft(ports: PayloadPorts, { exp }: Pick<RelayClaims, 'exp'>): number {
  return Math.max(1, Math.ceil(exp - ports.now() / 1000) + clockToleranceSeconds + 1);
}

interface SpentPayload {
  readonly handle: string;
  readonly jws: string;
  readonly request: PayloadRequest;
  /** What this attempt has marked its jti by. */
  mark: string | undefined;
}

/**
 * Returns a payload. Its jti is forgotten only if this attempt has marked it and came to no verdict: the payload may have
 * come in another drop before. When returning fails too, the payload stays spent, and the caller gets the first failure and needs a new one.
 */
async function giveBack(
  ports: PayloadPorts,
  { handle, jws, request, mark }: SpentPayload,
  settledAtMs: number | undefined,
): Promise<void> {
  try {
    if (mark !== undefined && settledAtMs === undefined) await ports.onceMemory.forget(mark);
    // Longer than it may be good: what it says of its end is judged each time.
    const ttlSeconds = longestLifeSeconds + clockToleranceSeconds + 1;
    await keepReturned(ports, { handle, jws, settledAtMs, ttlSeconds }, request);
  } catch (error) {
    ports.onPayloadLost(error);
  }
}

async function verify(ports: PayloadPorts, jws: string): Promise<RelayClaims> {
  const claims = await ports.verifyRelay(jws).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code === 'upstream_unavailable') throw error;
    throw new ApiError(errors.payloadInvalid, { detail: `its JWS is refused: ${error.code}`, cause: error });
  });
  if (claims.exp - claims.iat > longestLifeSeconds)
    throw new ApiError(errors.payloadInvalid, { detail: 'its life is too long' });
  return claims;
}

/** What the request claims. An undefined claim is not compared. */
export interface PayloadExpectation {
  readonly purpose: RelayPurpose;
  readonly clientId?: string | undefined;
  /** For member routes: as sent. A user route accepts no payload for an org. */
  readonly org?: string | undefined;
  /** How the subject is authenticated here. */
  readonly methods: readonly string[];
}

/** Throws payload_mismatch unless purpose, client, org and method of the payload are those of the request. */
export function assertPayloadFits(payload: RelayClaims, expected: PayloadExpectation): void {
  const { purpose, clientId, org = '', methods } = expected;
  const { method = '' } = payload;
  const fits = {
    purpose: payload.purpose === purpose,
    client: clientId === undefined || clientId === payload.client_id,
    org: (payload.org ?? '') === org,
    method: method === '' || methods.includes(method),
  };
  const others = Object.entries(fits).flatMap(([name, isSame]) => (isSame ? [] : [name]));
  if (others.length > 0)
    throw new ApiError(errors.payloadMismatch, { detail: `not its ${others.join(', ')}` });
}

/** A payload with an address was made by a page of sso: the request's own address is the address of sso then. */
function personOrigin(payload: RelayClaims, own: Origin): Origin {
  if (payload.ip === undefined) return own;
  return { ...own, ip: payload.ip, userAgent: payload.user_agent ?? '' };
}
