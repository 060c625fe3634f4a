import type { FamilyRotation } from '../family/family-store.ts';
import type { Database } from './database.ts';

/**
 * Token, chain, link, client and time are all in the one condition; of callers with the same token one rotates. The
 * old token stays behind with the sealed response. Source: contract part 1 "Token package".
 */
export async function rotateFamily(database: Database, rotation: FamilyRotation): Promise<boolean> {
  const { familyId, clientId, tokenHash, linkHash, nextTokenHash, nextLinkHash, requestHash } = rotation;
  const now = new Date(rotation.nowMs);
  const sealed = rotation.sealedResponse ?? null;
  const rows = await database.$queryRaw<{ id: string }[]>`
    WITH family AS (
      UPDATE refresh_families
      SET token_hash = ${nextTokenHash}, link_hash = ${nextLinkHash}, generation = generation + 1, strikes = 0,
        issued_at = ${now}, idle_expires_at = ${new Date(rotation.idleExpiresAtMs)}
      WHERE id = ${familyId}::uuid AND client_id = ${clientId}
        AND token_hash = ${tokenHash} AND link_hash = ${linkHash} AND revoked_at IS NULL
        AND idle_expires_at > ${now} AND absolute_expires_at > ${now}
      RETURNING id, client_id, user_id, generation
    ), superseded AS (
      INSERT INTO superseded_tokens
        (token_hash, family_id, link_hash, generation, request_hash, sealed_response, superseded_at)
      SELECT ${tokenHash}, id, ${linkHash}, generation - 1, ${requestHash}, ${sealed}::bytea, ${now} FROM family
    ), event AS (
      INSERT INTO events (type, data, created_at)
      SELECT 'refresh.rotated',
        jsonb_build_object('family_id', id, 'client_id', client_id, 'user_id', user_id), ${now}
      FROM family
    )
    SELECT id FROM family`;
  return rows.length === 1;
}
