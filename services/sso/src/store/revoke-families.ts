import { Prisma } from '../../prisma/generated/client.ts';
import type { FamilySelection } from '../family/family-store.ts';
import type { RevokeReason } from '../family/family.ts';
import type { Database } from './database.ts';

/** Revokes a person's families, each with its event, in one statement. */
export function revokeFamilies(
  database: Database,
  { userId, familyId, clientId, keptFamilyId }: FamilySelection,
  reason: RevokeReason,
  nowMs: number,
): Promise<number> {
  const parts = [Prisma.sql`user_id = ${userId}`];
  // As text: what a caller names may be no id at all.
  if (familyId !== undefined) parts.push(Prisma.sql`id::text = ${familyId}`);
  if (clientId !== undefined) parts.push(Prisma.sql`client_id = ${clientId}`);
  if (keptFamilyId !== undefined) parts.push(Prisma.sql`id::text <> ${keptFamilyId}`);
  return revokeWhere(database, Prisma.join(parts, ' AND '), reason, nowMs);
}

/** Revokes the live families of a condition and writes an event for each; how many they were. */
export function revokeWhere(
  database: Database,
  condition: Prisma.Sql,
  reason: RevokeReason,
  nowMs: number,
): Promise<number> {
  const now = new Date(nowMs);
  return database.$executeRaw`
    WITH family AS (
      UPDATE refresh_families SET revoked_at = ${now}, revoked_reason = ${reason}
      WHERE ${condition} AND revoked_at IS NULL
      RETURNING id, client_id, user_id
    )
    INSERT INTO events (type, data, created_at)
    SELECT 'family.revoked', jsonb_build_object('family_id', id, 'client_id', client_id, 'user_id', user_id,
      'reason', ${reason}::text), ${now}
    FROM family`;
}
