import type { PostgresPool } from '@latchkey/database';
import type { FamilyRotation, FamilyStore } from '../family/family-store.ts';
import { fewRows, gatherByPlace } from './gather-by-place.ts';

/**
 * One condition checks token, chain, link, client, key, time and limit, so of several callers with the same token one
 * rotates. A proven key binds a family that is not bound yet (RFC 9449 5). The old token is kept with the sealed
 * response. The one before it loses its own, because its successor is used. Source: contract part 1 "Token package",
 * part 5 "Budgets", "What is kept, and for how long", "Between services".
 */
export function createRotateFamily(pool: PostgresPool): FamilyStore['rotate'] {
  const rotate = gatherByPlace<FamilyRotation, { readonly place: number }>(pool, rotateAll, (rotations) =>
    JSON.stringify(rotations.map(toRow)),
  );
  return async (rotation) => (await rotate(rotation)) !== undefined;
}

/** An update writes each row once, so of several rotations of one family in a list one at most has an answer. */
const rotateAll = `
  with asked as materialized (
    select * from jsonb_to_recordset($1::jsonb) as asked (
      place int, family_id uuid, client_id text, jkt text, token_hash text, link_hash text, next_token_hash text,
      next_link_hash text, request_hash text, sealed_response text, now timestamptz, idle_expires_at timestamptz,
      most_rotations int, window_start timestamptz) ${fewRows}
  ), held as materialized (
    -- In the order in which pickups hold them, so that no two statements wait for each other.
    select id from refresh_families where id in (select family_id from asked) order by device_code_hash for update
  ), family as (
    update refresh_families f
    set token_hash = next_token_hash, link_hash = next_link_hash, generation = generation + 1, strikes = 0,
      jkt = coalesce(f.jkt, asked.jkt), issued_at = now, idle_expires_at = asked.idle_expires_at,
      rotations = case when rotations_since > window_start then rotations + 1 else 1 end,
      rotations_since = case when rotations_since > window_start then rotations_since else now end
    from asked join held on held.id = asked.family_id
    where f.id = held.id and f.client_id = asked.client_id
      and f.token_hash = asked.token_hash and f.link_hash = asked.link_hash and revoked_at is null
      and (f.jkt is null or f.jkt = asked.jkt)
      and f.idle_expires_at > now and absolute_expires_at > now
      and (most_rotations = 0 or rotations < most_rotations or rotations_since <= window_start
        or rotations_since is null)
    returning place, f.id, f.client_id, user_id, generation, asked.token_hash, asked.link_hash, request_hash,
      sealed_response, now
  ), superseded as (
    insert into superseded_tokens
      (token_hash, family_id, link_hash, generation, request_hash, sealed_response, superseded_at)
    select token_hash, id, link_hash, generation - 1, request_hash, decode(sealed_response, 'base64'), now from family
  ), forgotten as (
    update superseded_tokens old set sealed_response = null from family
    where old.family_id = family.id and old.sealed_response is not null
  ), event as (
    insert into events (type, data, created_at)
    select 'refresh.rotated',
      jsonb_build_object('family_id', id, 'client_id', client_id, 'user_id', user_id), now
    from family order by place
  )
  select place from family`;

function toRow(rotation: FamilyRotation, place: number) {
  const { rotations, windowMs } = rotation.limit;
  const { sealedResponse } = rotation;
  return {
    place,
    family_id: rotation.familyId,
    client_id: rotation.clientId,
    jkt: rotation.jkt,
    token_hash: rotation.tokenHash,
    link_hash: rotation.linkHash,
    next_token_hash: rotation.nextTokenHash,
    next_link_hash: rotation.nextLinkHash,
    request_hash: rotation.requestHash,
    sealed_response: sealedResponse && Buffer.from(sealedResponse).toString('base64'),
    now: new Date(rotation.nowMs),
    idle_expires_at: rotation.idleExpiresAt,
    most_rotations: rotations,
    window_start: new Date(rotation.nowMs - windowMs),
  };
}
