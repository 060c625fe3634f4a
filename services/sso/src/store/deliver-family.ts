import { defineBatch, queryRows, type ItemColumns, type PostgresPool } from '@latchkey/database';
import { splitScope } from '@latchkey/tokens';
import { Prisma } from '../../prisma/generated/client.ts';
import type { FamilyDelivery, FamilyStore } from '../family/family-store.ts';
import { describeApproval } from './device-history-store.ts';

const columns: ItemColumns<FamilyDelivery> = {
  id: ['uuid', ({ device }) => device.id],
  claim: ['int', ({ claim }) => claim],
  token_hash: ['text', ({ tokenHash }) => tokenHash],
  now: ['timestamptz', ({ deliveredAtMs }) => new Date(deliveredAtMs)],
  device_code_hash: ['text', ({ device }) => device.deviceCodeHash],
  client_name: ['text', ({ device }) => device.clientName],
  scopes: ['text[]', ({ approval }) => splitScope(approval.scope)],
  approved_at: ['timestamptz', ({ approval }) => new Date(approval.approvedAtMs)],
  approved: ['text', ({ device, approval }) => JSON.stringify(describeApproval(device, approval))],
  admin_from: ['text', ({ adminFrom }) => (adminFrom === undefined ? null : JSON.stringify(adminFrom))],
};

/**
 * Ends a pickup, for one caller: the family's claim is the last, its token in force, it is not revoked, and the history
 * does not have the authorization as failed. With it are written the history, the consent and the events; an approval that
 * was never recorded gets its event here. The consent does not change if it was changed after the approval. Of several
 * approvals of one consent in a batch the latest is written, as if it had come first; docs/decisions/0006-pickup.md.
 */
const sql = `, device as materialized (
    select id, state, decided_at from device_authorizations
    where (id, device_code_hash) in (select id, device_code_hash from item) order by id for update
  ), held as materialized (
    select id from refresh_families
    where id in (select id from item) and id not in (select id from device where state = 'failed')
    order by id for update
  ), delivered as (
    update refresh_families f set delivered_at = now
    from item join held on held.id = item.id
    where f.id = held.id and f.claim = item.claim and f.token_hash = item.token_hash
      and delivered_at is null and revoked_at is null
    returning item.*, client_id, user_id,
      jsonb_build_object('device_id', f.id, 'client_id', client_id, 'user_id', user_id) as event
  ), history as (
    update device_authorizations d
    set state = 'redeemed', user_id = delivered.user_id, redeemed_at = now, family_id = d.id,
      decided_at = approved_at
    from delivered join device on device.id = delivered.id where d.id = device.id
    returning place, event || approved::jsonb as event, approved_at, device.decided_at is null as is_first
  ), consent as (
    insert into consents (user_id, client_id, client_name, scope, created_at, updated_at)
    select distinct on (user_id, client_id) user_id, client_id, client_name, scopes, approved_at, approved_at
    from delivered order by user_id, client_id, approved_at desc
    on conflict (user_id, client_id) do update set client_name = excluded.client_name,
      scope = excluded.scope, updated_at = excluded.updated_at, revoked_at = null
    where greatest(consents.updated_at, consents.revoked_at) < excluded.updated_at
  ), event as (
    insert into events (type, data, created_at)
    select type, data, at from (
      select place, 1 as step, 'device.approved' as type, event as data, approved_at as at from history where is_first
      union all
      select place, 2, 'device.redeemed', event || jsonb_build_object('family_id', id), now from delivered
      union all
      select place, 3, 'admin.granted', event || jsonb_build_object('family_id', id) || admin_from::jsonb, now
      from delivered where admin_from is not null
    ) steps order by place, step
  )
  select place from delivered`;

export function createDeliverFamily(pool: PostgresPool): FamilyStore['deliver'] {
  const deliver = defineBatch(pool, { columns, sql });
  return async (delivery) => (await deliver(delivery)) !== undefined;
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
