import type { FamilyPickup } from '../family/family-store.ts';
import type { Database } from './database.ts';

/**
 * Writes the family of a claimed pickup, its history, its consent and its event in one statement. The unique
 * device_code_hash makes a second pickup meet the first one's row: it puts fresh secrets in, unless a later claim was
 * there before or the family has been used or revoked; docs/decisions/0006-pickup.md. The consent stays as it is where
 * something was said about it since the approval.
 */
export async function openFamily(database: Database, pickup: FamilyPickup): Promise<string | undefined> {
  const { device, approval, claim, tokenHash, linkHash } = pickup;
  const now = new Date(pickup.nowMs);
  const approvedAt = new Date(approval.approvedAtMs);
  const event = { device_id: device.id, client_id: device.clientId, user_id: approval.userId };
  const rows = await database.$queryRaw<{ id: string }[]>`
    WITH family AS (
      INSERT INTO refresh_families
        (id, device_authorization_id, device_code_hash, claim, client_id, user_id, scope, audience, amr, auth_time, jkt,
         token_hash, link_hash, created_at, issued_at, idle_expires_at, absolute_expires_at)
      VALUES
        (${pickup.familyId}::uuid, ${device.id}::uuid, ${device.deviceCodeHash}, ${claim}, ${device.clientId},
         ${approval.userId}, ${approval.scope}, ${[...device.audience]}, ${[...approval.amr]},
         ${new Date(approval.authTime * 1000)}, ${pickup.jkt ?? null},
         ${tokenHash}, ${linkHash}, ${now}, ${now},
         ${new Date(pickup.idleExpiresAtMs)}, ${new Date(pickup.absoluteExpiresAtMs)})
      ON CONFLICT (device_code_hash) DO UPDATE SET
        claim = EXCLUDED.claim, token_hash = EXCLUDED.token_hash, link_hash = EXCLUDED.link_hash, jkt = EXCLUDED.jkt,
        issued_at = EXCLUDED.issued_at, idle_expires_at = EXCLUDED.idle_expires_at
      WHERE refresh_families.claim < EXCLUDED.claim
        AND refresh_families.generation = 0 AND refresh_families.revoked_at IS NULL
      RETURNING id, xmax = 0 AS is_new
    ), history AS (
      UPDATE device_authorizations
      SET state = 'redeemed', user_id = ${approval.userId}, redeemed_at = ${now}, family_id = family.id,
        decided_at = ${approvedAt}
      FROM family WHERE device_authorizations.id = ${device.id}::uuid
    ), consent AS (
      INSERT INTO consents (user_id, client_id, client_name, scope, created_at, updated_at)
      SELECT ${approval.userId}, ${device.clientId}, ${device.clientName}, ${approval.scope.split(' ')},
        ${approvedAt}, ${approvedAt}
      FROM family
      ON CONFLICT (user_id, client_id) DO UPDATE SET client_name = EXCLUDED.client_name,
        scope = EXCLUDED.scope, updated_at = EXCLUDED.updated_at, revoked_at = NULL
      WHERE greatest(consents.updated_at, consents.revoked_at) < EXCLUDED.updated_at
    ), event AS (
      INSERT INTO events (type, data, created_at)
      SELECT 'device.redeemed', ${JSON.stringify(event)}::jsonb || jsonb_build_object('family_id', id), ${now}
      FROM family WHERE is_new
    )
    SELECT id FROM family`;
  return rows[0]?.id;
}
