import { defineBatch, queryRows, type ItemColumns, type PostgresPool } from '@latchkey/database';
import { Prisma } from '../../prisma/generated/client.ts';
import type { DeliveredFamily, FamilyStore } from '../family/family-store.ts';

interface Delivery {
  readonly familyId: string;
  readonly tokenHash: string;
  readonly nowMs: number;
}

/**
 * SQL: a CTE that locks the families of the items in the order in which pickups lock them, so that no two statements wait
 * for each other.
 */
export const holdFamilies = `held as materialized (
    select id from refresh_families where id in (select family_id from item) order by device_code_hash for update
  )`;

const columns: ItemColumns<Delivery> = {
  family_id: ['uuid', ({ familyId }) => familyId],
  token_hash: ['text', ({ tokenHash }) => tokenHash],
  now: ['timestamptz', ({ nowMs }) => new Date(nowMs)],
};

/** True for one pickup of a family, as long as its token is in force; docs/decisions/0006-pickup.md. */
const sql = `, ${holdFamilies}
  update refresh_families f set delivered_at = now
  from item join held on held.id = item.family_id
  where f.id = held.id and f.token_hash = item.token_hash and delivered_at is null and revoked_at is null
  returning place`;

export function createDeliverFamily(pool: PostgresPool): FamilyStore['deliver'] {
  const deliver = defineBatch(pool, { columns, sql });
  return async (familyId, tokenHash, nowMs) => (await deliver({ familyId, tokenHash, nowMs })) !== undefined;
}

export async function findDelivered(
  pool: PostgresPool,
  deviceCodeHash: string,
  claim: number,
): Promise<DeliveredFamily | undefined> {
  const [row] = await queryRows<DeliveredFamily>(
    pool,
    Prisma.sql`
      select id, delivered_at as "deliveredAt" from refresh_families
      where device_code_hash = ${deviceCodeHash} and delivered_at is not null and claim <= ${claim}::int`,
  );
  return row;
}
