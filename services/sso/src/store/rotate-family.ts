import type { PostgresPool } from '@latchkey/connections';
import { Prisma } from '../../prisma/generated/client.ts';
import type { FamilyRotation } from '../family/family-store.ts';
import { queryRows } from './database.ts';

/**
 * One condition checks token, chain, link, client, key, time and limit, so of several callers with the same token one
 * rotates. A proven key binds a family that is not bound yet (RFC 9449 5). The old token is kept with the sealed
 * response. The one before it loses its own, because its successor is used. Source: contract part 1 "Token package",
 * part 5 "Budgets", "What is kept, and for how long", "Between services".
 */
export async function rotateFamily(pool: PostgresPool, rotation: FamilyRotation): Promise<boolean> {
  const { familyId, clientId, tokenHash, linkHash, nextTokenHash, nextLinkHash, requestHash } = rotation;
  const { rotations, windowMs } = rotation.limit;
  const now = new Date(rotation.nowMs);
  const windowStart = new Date(rotation.nowMs - windowMs);
  const jkt = rotation.jkt ?? null;
  const rows = await queryRows<{ id: string }>(
    pool,
    Prisma.sql`
    with family as (
      update refresh_families
      set token_hash = ${nextTokenHash}, link_hash = ${nextLinkHash}, generation = generation + 1, strikes = 0,
        jkt = coalesce(jkt, ${jkt}), issued_at = ${now}, idle_expires_at = ${rotation.idleExpiresAt},
        rotations = case when rotations_since > ${windowStart} then rotations + 1 else 1 end,
        rotations_since = case when rotations_since > ${windowStart} then rotations_since else ${now} end
      where id = ${familyId}::uuid and client_id = ${clientId}
        and token_hash = ${tokenHash} and link_hash = ${linkHash} and revoked_at is null
        and (jkt is null or jkt = ${jkt}::text)
        and idle_expires_at > ${now} and absolute_expires_at > ${now}
        and (${rotations}::int = 0 or rotations < ${rotations}::int or rotations_since <= ${windowStart}
          or rotations_since is null)
      returning id, client_id, user_id, generation
    ), superseded as (
      insert into superseded_tokens
        (token_hash, family_id, link_hash, generation, request_hash, sealed_response, superseded_at)
      select ${tokenHash}, id, ${linkHash}, generation - 1, ${requestHash}, ${rotation.sealedResponse}::bytea, ${now} from family
    ), forgotten as (
      update superseded_tokens set sealed_response = null from family
      where family_id = family.id and sealed_response is not null
    ), event as (
      insert into events (type, data, created_at)
      select 'refresh.rotated',
        jsonb_build_object('family_id', id, 'client_id', client_id, 'user_id', user_id), ${now}
      from family
    )
    select id from family`,
  );
  return rows.length === 1;
}
