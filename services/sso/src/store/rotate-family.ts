import type { PostgresPool } from '@latchkey/connections';
import { Prisma } from '../../prisma/generated/client.ts';
import type { FamilyRotation } from '../family/family-store.ts';
import { queryRows } from './database.ts';

/**
 * One condition checks token, chain, link, client and time, so of several callers with the same token one rotates. The
 * old token is kept with the sealed response. Source: contract part 1 "Token package".
 */
export async function rotateFamily(pool: PostgresPool, rotation: FamilyRotation): Promise<boolean> {
  const { familyId, clientId, tokenHash, linkHash, nextTokenHash, nextLinkHash, requestHash } = rotation;
  const now = new Date(rotation.nowMs);
  const rows = await queryRows<{ id: string }>(
    pool,
    Prisma.sql`
    with family as (
      update refresh_families
      set token_hash = ${nextTokenHash}, link_hash = ${nextLinkHash}, generation = generation + 1, strikes = 0,
        issued_at = ${now}, idle_expires_at = ${rotation.idleExpiresAt}
      where id = ${familyId}::uuid and client_id = ${clientId}
        and token_hash = ${tokenHash} and link_hash = ${linkHash} and revoked_at is null
        and idle_expires_at > ${now} and absolute_expires_at > ${now}
      returning id, client_id, user_id, generation
    ), superseded as (
      insert into superseded_tokens
        (token_hash, family_id, link_hash, generation, request_hash, sealed_response, superseded_at)
      select ${tokenHash}, id, ${linkHash}, generation - 1, ${requestHash}, ${rotation.sealedResponse}::bytea, ${now} from family
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
