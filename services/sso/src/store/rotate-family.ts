import { defineBatch, type ItemColumns, type PostgresPool } from '@latchkey/database';
import type { FamilyRotation, FamilyStore } from '../oauth/family/family-store.ts';

const columns: ItemColumns<FamilyRotation> = {
  family_id: ['uuid', ({ familyId }) => familyId],
  client_id: ['text', ({ clientId }) => clientId],
  jkt: ['text', ({ jkt }) => jkt],
  generation: ['int', ({ generation }) => generation],
  token_hash: ['text', ({ tokenHash }) => tokenHash],
  link_hash: ['text', ({ linkHash }) => linkHash],
  next_token_hash: ['text', ({ nextTokenHash }) => nextTokenHash],
  next_link_hash: ['text', ({ nextLinkHash }) => nextLinkHash],
  request_hash: ['text', ({ requestHash }) => requestHash],
  sealed_answer: ['bytea', ({ sealedAnswer }) => sealedAnswer],
  now: ['timestamptz', ({ nowMs }) => new Date(nowMs)],
  idle_expires_at: ['timestamptz', ({ idleExpiresAt }) => idleExpiresAt],
  most_rotations: ['int', ({ limit }) => limit.rotations],
  window_start: ['timestamptz', ({ nowMs, limit }) => new Date(nowMs - limit.windowMs)],
};

/**
 * One condition checks token, chain, link, client, key, time and limit, so of several callers with the same token one
 * rotates: an update writes each row once. A proven key binds a family that is not bound yet (RFC 9449 5). The answer
 * replaces the one before it, because that one's token is used. No index has a column that is set here, so that none is
 * written. Source: contract part 1 "Token package".
 */
const sql = `, held as materialized (
    select id from refresh_families where id in (select family_id from item) order by id for update
  )
  update refresh_families f
  set token_hash = next_token_hash, link_hash = next_link_hash, generation = f.generation + 1, strikes = 0,
    request_hash = item.request_hash, sealed_answer = item.sealed_answer,
    jkt = coalesce(f.jkt, item.jkt), issued_at = now, idle_expires_at = item.idle_expires_at,
    rotations = case when rotations_since > window_start then rotations + 1 else 1 end,
    rotations_since = case when rotations_since > window_start then rotations_since else now end
  from item join held on held.id = item.family_id
  where f.id = held.id and f.client_id = item.client_id and f.generation = item.generation
    and f.token_hash = item.token_hash and f.link_hash = item.link_hash and revoked_at is null
    and (f.jkt is null or f.jkt = item.jkt)
    and f.idle_expires_at > now and absolute_expires_at > now
    and (most_rotations = 0 or rotations < most_rotations or rotations_since <= window_start
      or rotations_since is null)
  returning place`;

export function createRotateFamily(pool: PostgresPool): FamilyStore['rotate'] {
  const rotate = defineBatch(pool, { columns, sql });
  return async (rotation) => (await rotate(rotation)) !== undefined;
}
