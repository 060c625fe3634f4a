import type { OnceMemory } from '@latchkey/connections';
import { text, type InferFields } from '@latchkey/contracts';
import { ApiError } from '@latchkey/errors';
import type { RelayClaims, RelayPurpose } from '@latchkey/tokens';
import { errors } from '../errors.ts';
import type { Origin } from '../request-log/request-log.ts';
import type { DropClient } from '../sibling/drop.ts';
import type { SsoClient } from '../sibling/sso.ts';

/** A one-time payload as it was presented, not yet consumed. */
export type PresentedPayload =
  | { readonly kind: 'relay'; readonly relay: string }
  | { readonly kind: 'dead_drop'; readonly id: string; readonly key: string };

/** The fields that carry a one-time payload. */
export const payloadFields = {
  relay: { ...text, description: 'One-time handle from sso' },
  'deadDrop.id': { ...text, description: 'Instead of relay: the drop that holds the payload' },
  'deadDrop.key': { ...text, description: 'Key of that drop' },
} as const;

export type PayloadFields = InferFields<{ properties: typeof payloadFields }>;

export interface PayloadPorts {
  readonly sso: Pick<SsoClient, 'consumeRelay'>;
  readonly drop: DropClient;
  verifyRelay(jws: string): Promise<RelayClaims>;
  readonly onceMemory: OnceMemory;
  now(): number;
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

/**
 * Consumes a payload at the service that holds it, and verifies what was in it. Its jti counts once here too. Throws
 * payload_invalid for every miss, upstream_unavailable when that service does not answer. Source: contract part 2 "Order".
 */
export async function consumePayload(
  ports: PayloadPorts,
  presented: PresentedPayload,
  traceparent: string,
): Promise<RelayClaims> {
  const jws =
    presented.kind === 'relay'
      ? await ports.sso.consumeRelay(presented.relay, traceparent)
      : await ports.drop.consumeDeadDrop(presented.id, presented.key, traceparent);
  if (jws === undefined) throw new ApiError(errors.payloadInvalid, { detail: 'unknown or consumed' });
  const claims = await verify(ports, jws);
  if (claims.exp - claims.iat > longestLifeSeconds)
    throw new ApiError(errors.payloadInvalid, { detail: 'its life is too long' });
  const ttlSeconds = Math.max(1, Math.ceil(claims.exp - ports.now() / 1000) + clockToleranceSeconds + 1);
  if (!(await ports.onceMemory.remember(`payload:${claims.jti}`, ttlSeconds)))
    throw new ApiError(errors.payloadInvalid, { detail: 'its jti came before' });
  return claims;
}

async function verify(ports: PayloadPorts, jws: string): Promise<RelayClaims> {
  try {
    return await ports.verifyRelay(jws);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'upstream_unavailable') throw error;
    throw new ApiError(errors.payloadInvalid, { detail: `its JWS is refused: ${error.code}`, cause: error });
  }
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

/** A payload with an address comes from a page of sso: the request's own address is the address of sso then. */
export function personOrigin(payload: RelayClaims, own: Origin): Origin {
  if (!payload.ip) return own;
  return { ...own, ip: payload.ip, userAgent: payload.user_agent ?? '' };
}
