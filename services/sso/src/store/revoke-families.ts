import { executeSql, type PostgresPool } from '@latchkey/database';
import { Prisma } from '../../prisma/generated/client.ts';
import type { FamilySelection } from '../oauth/family/family-store.ts';
import type { RevokeReason } from '../oauth/family/family.ts';

/** Revokes a person's families, each with its event, in one statement. */
export function revokeFamilies(
  pool: PostgresPool,
  { userId, familyId, clientId, keptFamilyId }: FamilySelection,
  reason: RevokeReason,
  nowMs: number,
): Promise<number> {
  const parts = [Prisma.sql`user_id = ${userId}`];
  // Compared as text, because a caller may send any text as an id.
  if (familyId !== undefined) parts.push(Prisma.sql`id::text = ${familyId}`);
  if (clientId !== undefined) parts.push(Prisma.sql`client_id = ${clientId}`);
  if (keptFamilyId !== undefined) parts.push(Prisma.sql`id::text <> ${keptFamilyId}`);
  return revokeWhere(pool, Prisma.join(parts, ' and '), reason, nowMs);
}

/** Revokes the longest unused families of a person beyond `most`. */
export function revokeSurplus(
  pool: PostgresPool,
  userId: string,
  most: number,
  nowMs: number,
): Promise<number> {
  const now = new Date(nowMs);
  const surplus = Prisma.sql`id in (
    select id from refresh_families
    where user_id = ${userId} and revoked_at is null and idle_expires_at > ${now} and absolute_expires_at > ${now}
    order by issued_at desc, id offset ${most})`;
  return revokeWhere(pool, surplus, 'limit', nowMs);
}

/** Revokes the live families of a condition and writes an event for each; how many they were. */
export function revokeWhere(
  pool: PostgresPool,
  condition: Prisma.Sql,
  reason: RevokeReason,
  nowMs: number,
): Promise<number> {
  const now = new Date(nowMs);
  return executeSql(
    pool,
    Prisma.sql`
    with family as (
      update refresh_families set revoked_at = ${now}, revoked_reason = ${reason}, sealed_answer = null
      where id in (
        -- In the order in which pickups and rotations hold them, so that none waits for this one in a ring.
        select id from refresh_families where ${condition} and revoked_at is null order by id for update
      ) and revoked_at is null
      returning id, client_id, user_id
    )
    insert into events (type, data, created_at)
    select 'family.revoked', jsonb_build_object('family_id', id, 'client_id', client_id, 'user_id', user_id,
      'reason', ${reason}::text), ${now}
    from family`,
  );
}
