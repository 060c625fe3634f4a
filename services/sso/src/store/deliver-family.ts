import { defineBatch, queryRows, type ItemColumns, type PostgresPool } from '@latchkey/database';
import { splitScope } from '@latchkey/tokens';
import { Prisma } from '../../prisma/generated/client.ts';
import type { FamilyDelivery, FamilyStore } from '../oauth/family/family-store.ts';
import { approvalEvent, describeApproval } from './device-history-store.ts';
import { describeRow, giveConsents, writeDevices } from './device-row.ts';

const columns: ItemColumns<FamilyDelivery> = {
  id: ['uuid', ({ device }) => device.id],
  claim: ['int', ({ claim }) => claim],
  token_hash: ['text', ({ tokenHash }) => tokenHash],
  now: ['timestamptz', ({ deliveredAtMs }) => new Date(deliveredAtMs)],
  device_code_hash: ['text', ({ device }) => device.deviceCodeHash],
  record: ['jsonb', describeRedeemed],
  scopes: ['text[]', ({ approval }) => splitScope(approval.scope)],
  audience: ['text[]', ({ approval }) => approval.audience],
  approval_type: ['text', ({ device }) => approvalEvent(device)],
  approved: ['text', ({ device, approval }) => JSON.stringify(describeApproval(device, approval))],
  admin_from: ['text', ({ adminFrom }) => (adminFrom === undefined ? null : JSON.stringify(adminFrom))],
};

function describeRedeemed({ device, approval, deliveredAtMs }: FamilyDelivery): object {
  const times = { decidedAt: new Date(approval.approvedAtMs), redeemedAt: new Date(deliveredAtMs) };
  return describeRow(device, { state: 'redeemed', userId: approval.userId, familyId: device.id, ...times });
}

/**
 * Ends a pickup, for one caller: the family's claim is the last, its token in force, it is not revoked, and the history
 * does not have the authorization as failed. With it are written the history, the consent and the events; an approval that
 * was never recorded gets its row and its event here; docs/decisions/0006-pickup.md.
 */
const sql = `, device as materialized (
    select id, state, user_id, decided_at from device_authorizations
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
    returning item.*, jsonb_build_object('device_id', f.id, 'client_id', client_id, 'user_id', user_id) as event
  ), history as (${writeDevices('delivered')}
  ), redeemed as (
    select delivered.*, history.client_id, history.user_id, history.client_name, history.decided_at,
      -- A row that was not found was made by another record of the decision meanwhile, unless it is new.
      (device.decided_at is null or device.user_id <> history.user_id)
        and (device.id is null) = history.is_new as is_first
    from history join delivered on delivered.id = history.id left join device on device.id = history.id
  ), consent as (${giveConsents('redeemed')}
  ), event as (
    insert into events (type, data, created_at)
    select type, data, at from (
      select place, 1 as step, approval_type as type, event || approved::jsonb as data, decided_at as at
      from redeemed where is_first
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
