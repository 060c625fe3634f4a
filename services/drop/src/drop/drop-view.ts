import { JsonText } from '@latchkey/contracts';
import type { Drop } from './drop.ts';

/** The fields of every answer about a drop. Never a payload or a key. Source: contract part 3 "Answers". */
export function viewDrop(drop: Drop) {
  return {
    id: drop.id,
    status: drop.status,
    anonymous: drop.anonymous,
    kind: drop.kind,
    metadata: drop.metadata === null ? null : new JsonText(drop.metadata),
    payload_format: drop.payloadFormat,
    content_type: drop.contentType,
    created_at: drop.createdAt.toISOString(),
    activated_at: drop.activatedAt?.toISOString() ?? null,
    expires_at: drop.expiresAt.toISOString(),
    expires_in: secondsLeft(drop),
  };
}

/** Adds what only the owner is shown. */
export function viewOwnDrop(drop: Drop) {
  const { asker, asks, notify } = drop;
  return { ...viewDrop(drop), fillable: asker !== null, asks, notify };
}

/** Adds the fields of the owner's receipt. */
export function viewDropStatus(drop: Drop) {
  return {
    ...viewOwnDrop(drop),
    size: drop.size,
    consumed_at: drop.consumedAt?.toISOString() ?? null,
    consumed_by: drop.consumedBy,
    consume_request_id: drop.consumeRequestId,
    caller_request_id: drop.callerRequestId,
    revoked_at: drop.revokedAt?.toISOString() ?? null,
  };
}

/** 0 for a drop that has ended. */
function secondsLeft({ status, expiresAt, asOf }: Drop): number {
  const isLive = status === 'reserved' || status === 'active';
  return isLive ? Math.max(0, Math.floor((expiresAt.getTime() - asOf.getTime()) / 1000)) : 0;
}
