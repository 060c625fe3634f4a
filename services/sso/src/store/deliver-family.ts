import type { PostgresPool } from '@latchkey/connections';
import { Prisma } from '../../prisma/generated/client.ts';
import { executeSql, queryRows } from './database.ts';

/** Of all pickups of a family one is told true, as long as its token is in force; docs/decisions/0006-pickup.md. */
export async function deliverFamily(
  pool: PostgresPool,
  familyId: string,
  tokenHash: string,
  nowMs: number,
): Promise<boolean> {
  const rows = await executeSql(
    pool,
    Prisma.sql`
      update refresh_families set delivered_at = ${new Date(nowMs)}
      where id = ${familyId}::uuid and token_hash = ${tokenHash}
        and delivered_at is null and revoked_at is null`,
  );
  return rows === 1;
}

export async function findDelivered(
  pool: PostgresPool,
  deviceCodeHash: string,
  claim: number,
): Promise<string | undefined> {
  const [row] = await queryRows<{ id: string }>(
    pool,
    Prisma.sql`
      select id from refresh_families
      where device_code_hash = ${deviceCodeHash} and delivered_at is not null and claim <= ${claim}::int`,
  );
  return row?.id;
}
