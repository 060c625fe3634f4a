import { queryRows, type PostgresPool } from '@latchkey/database';
import type { FamilyStore } from '../family/family-store.ts';
import { fewRows, gatherByPlace } from './gather-by-place.ts';

interface Delivery {
  readonly family_id: string;
  readonly token_hash: string;
  readonly now: Date;
}

/** Of all pickups of a family one is told true, as long as its token is in force; docs/decisions/0006-pickup.md. */
export function createDeliverFamily(pool: PostgresPool): FamilyStore['deliver'] {
  const deliver = gatherByPlace<Delivery, { readonly place: number }>(pool, deliverAll, (deliveries) =>
    JSON.stringify(deliveries.map((delivery, place) => ({ place, ...delivery }))),
  );
  return async (familyId, tokenHash, nowMs) =>
    (await deliver({ family_id: familyId, token_hash: tokenHash, now: new Date(nowMs) })) !== undefined;
}

/** An update writes each row once, so of several deliveries of one family in a list one at most has an answer. */
const deliverAll = `
  with asked as materialized (
    select * from jsonb_to_recordset($1::jsonb)
      as asked (place int, family_id uuid, token_hash text, now timestamptz) ${fewRows}
  ), held as materialized (
    -- In the order in which pickups hold them, so that no two statements wait for each other.
    select id from refresh_families where id in (select family_id from asked) order by device_code_hash for update
  )
  update refresh_families f set delivered_at = now
  from asked join held on held.id = asked.family_id
  where f.id = held.id and f.token_hash = asked.token_hash and delivered_at is null and revoked_at is null
  returning place`;

export async function findDelivered(
  pool: PostgresPool,
  deviceCodeHash: string,
  claim: number,
): Promise<string | undefined> {
  const text = `
    select id from refresh_families
    where device_code_hash = $1 and delivered_at is not null and claim <= $2::int`;
  const [row] = await queryRows<{ id: string }>(pool, { text, values: [deviceCodeHash, claim] });
  return row?.id;
}
