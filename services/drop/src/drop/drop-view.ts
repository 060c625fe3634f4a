import type { Drop } from './drop.ts';

/** What every answer about a drop shows; never a payload or a key. Source: contract part 3 "Answers". */
export function viewDrop(drop: Drop) {
  return {
    id: drop.id,
    status: drop.status,
    anonymous: drop.anonymous,
    kind: drop.kind,
    metadata: drop.metadata,
    payload_format: drop.payloadFormat,
    content_type: drop.contentType,
    created_at: formatInstant(drop.createdAtMs),
    activated_at: formatInstantOrNull(drop.activatedAtMs),
    expires_at: formatInstant(drop.expiresAtMs),
    expires_in: secondsLeft(drop),
  };
}

/** Adds the owner's receipt. */
export function viewDropStatus(drop: Drop) {
  return {
    ...viewDrop(drop),
    size: drop.size,
    consumed_at: formatInstantOrNull(drop.consumedAtMs),
    consumed_by: drop.consumedBy,
    consume_request_id: drop.consumeRequestId,
    revoked_at: formatInstantOrNull(drop.revokedAtMs),
  };
}

/** 0 for a drop that is over. */
function secondsLeft({ status, expiresAtMs, asOfMs }: Drop): number {
  const isLive = status === 'reserved' || status === 'active';
  return isLive ? Math.max(0, Math.floor((expiresAtMs - asOfMs) / 1000)) : 0;
}

function formatInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function formatInstantOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : formatInstant(milliseconds);
}
