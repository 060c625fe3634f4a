import { defineBatch, queryRows, type ItemColumns, type PostgresPool } from '@latchkey/database';
import { Prisma } from '../../prisma/generated/client.ts';
import type { FamilyPickup, FamilyStore } from '../family/family-store.ts';

type Delivery = Parameters<FamilyStore['deliver']>[0] & Pick<FamilyPickup, 'nowMs'>;

/**
 * SQL: a CTE that locks the families of the items in the order in which pickups lock them, so that no two statements wait
 * for each other.
 */
export const holdFamilies = `held as materialized (
    select id from refresh_families where id in (select family_id from item) order by id for update
  )`;

const columns: ItemColumns<Delivery> = {
  family_id: ['uuid', ({ device }) => device.id],
  claim: ['int', ({ claim }) => claim],
  token_hash: ['text', ({ tokenHash }) => tokenHash],
  now: ['timestamptz', ({ nowMs }) => new Date(nowMs)],
};

/** True for one pickup of a family, as long as its claim is the last and its token in force; docs/decisions/0006-pickup.md. */
const sql = `, ${holdFamilies}
  update refresh_families f set delivered_at = now
  from item join held on held.id = item.family_id
  where f.id = held.id and f.claim = item.claim and f.token_hash = item.token_hash and delivered_at is null and revoked_at is null
  returning place`;

export function createDeliverFamily(pool: PostgresPool): FamilyStore['deliver'] {
  const deliver = defineBatch(pool, { columns, sql });
  return async ({ device, claim, tokenHash }, nowMs) =>
    (await deliver({ device, claim, tokenHash, nowMs })) !== undefined;
}

export async function findDelivery(
  pool: PostgresPool,
  familyId: string,
  claim: number,
): Promise<Date | undefined> {
  const [row] = await queryRows<{ deliveredAt: Date }>(
    pool,
    Prisma.sql`
      select delivered_at as "deliveredAt" from refresh_families
      where id = ${familyId}::uuid and delivered_at is not null and claim <= ${claim}::int`,
  );
  return row?.deliveredAt;
}
