import { defineBatch, executeSql, queryRows, type ItemColumns, type PostgresPool } from '@latchkey/database';
import { splitScope } from '@latchkey/tokens';
import { Prisma } from '../../prisma/generated/client.ts';
import type { DeviceHistory, UnsettledDevice } from '../device/device-history.ts';
import type { DeviceApproval, DeviceAuthorization, DeviceFailure, DeviceRequest } from '../device/device.ts';
import type { Database } from './database.ts';

/**
 * The record of device authorizations in Postgres. A decision takes effect as soon as Redis has it, so a failure to
 * record it is reported and not thrown; the pickup, a later end or settleEnded records it then. The event of a change
 * is written by the statement that makes it, once.
 */
export function createDeviceHistoryStore(
  pool: PostgresPool,
  report: (error: unknown) => void,
): DeviceHistory {
  const follow = async (statement: Prisma.Sql) => void (await executeSql(pool, statement).catch(report));
  /** Records the approval before an end, in case its own record was lost. */
  const followApproval = async (device: DeviceAuthorization) => {
    if (device.approval !== undefined) await follow(approve(device, device.approval));
  };
  const recordIssued = defineBatch<DeviceRequest>(pool, issue);
  return {
    recordIssued: async (request) => void (await recordIssued(request)),
    recordApproved: (device, approval) => follow(approve(device, approval)),
    async recordFailed(device, failure, nowMs, from) {
      await followApproval(device);
      await follow(fail(device, failure, new Date(nowMs), from));
    },
    async recordExpired(device, nowMs) {
      await followApproval(device);
      await follow(expire(device, new Date(nowMs)));
    },
    findUnsettled: (endedBeforeMs, limit) =>
      queryRows<UnsettledDevice>(
        pool,
        Prisma.sql`
          select id, device_code_hash as "deviceCodeHash" from device_authorizations
          where state = 'pending' and expires_at < ${new Date(endedBeforeMs)} order by expires_at limit ${limit}`,
      ),
    recordLapsed: (ids, nowMs) => executeSql(pool, lapse(ids, new Date(nowMs))),
  };
}

function approve(device: DeviceAuthorization, approval: DeviceApproval): Prisma.Sql {
  const at = new Date(approval.approvedAtMs);
  return Prisma.sql`
    with history as (
      update device_authorizations
      set state = 'approved_waiting_pickup', user_id = ${approval.userId}, decided_at = ${at}
      where ${isRowOf(device)} and state = 'pending'
      returning id
    ), consent as (
      insert into consents (user_id, client_id, client_name, scope, created_at, updated_at)
      values (${approval.userId}, ${device.clientId}, ${device.clientName}, ${splitScope(approval.scope)},
        ${at}, ${at})
      on conflict (user_id, client_id) do update set client_name = excluded.client_name,
        scope = excluded.scope, updated_at = excluded.updated_at, revoked_at = null
      where greatest(consents.updated_at, consents.revoked_at) <= excluded.updated_at
    )
    insert into events (type, data, created_at)
    select 'device.approved', ${describe(device, { user_id: approval.userId, ...describeApproval(device, approval) })}::jsonb, ${at} from history`;
}

/** What was approved, and from where. */
export function describeApproval(
  device: Pick<DeviceRequest, 'ip' | 'deviceName'>,
  { scope, approvedFrom }: DeviceApproval,
): Readonly<Record<string, string>> {
  return { scope, request_ip: device.ip, browser_ip: approvedFrom, ...nameOf(device) };
}

function fail(device: DeviceAuthorization, failure: DeviceFailure, at: Date, from = ''): Prisma.Sql {
  const { boundUserId: user_id, ip: request_ip } = device;
  const byWhom =
    failure === 'denied' && user_id !== undefined ? { user_id, request_ip, browser_ip: from } : {};
  return Prisma.sql`
    with history as (
      update device_authorizations
      set state = 'failed', failure = ${failure}, user_id = ${device.boundUserId ?? null}, decided_at = ${at},
        family_id = null, redeemed_at = null
      where ${isRowOf(device)} and state <> 'failed'
      returning id
    )
    insert into events (type, data, created_at)
    select 'device.denied', ${describe(device, { reason: failure, ...byWhom, ...nameOf(device) })}::jsonb, ${at} from history`;
}

function expire(device: DeviceAuthorization, at: Date): Prisma.Sql {
  return Prisma.sql`
    with history as (
      update device_authorizations set state = 'expired', family_id = null, redeemed_at = null
      where ${isRowOf(device)} and state <> 'expired' and not exists (
        select from refresh_families where id = ${device.id}::uuid and delivered_at is not null)
      returning id
    ), undelivered as (
      update refresh_families set revoked_at = ${at}, revoked_reason = 'undelivered'
      where id = ${device.id}::uuid and revoked_at is null and delivered_at is null
    )
    insert into events (type, data, created_at)
    select 'device.expired', ${describe(device)}::jsonb, ${at} from history`;
}

function lapse(ids: readonly string[], at: Date): Prisma.Sql {
  return Prisma.sql`
    with history as (
      update device_authorizations set state = 'expired'
      where id = any(${[...ids]}::uuid[]) and state = 'pending'
      returning id, client_id
    )
    insert into events (type, data, created_at)
    select 'device.expired', jsonb_build_object('device_id', id, 'client_id', client_id), ${at} from history`;
}

/** Without the user code, which is kept for a short time only. */
const issuedColumns = {
  id: ['uuid', ({ id }) => id],
  device_code_hash: ['text', ({ deviceCodeHash }) => deviceCodeHash],
  client_id: ['text', ({ clientId }) => clientId],
  client_name: ['text', ({ clientName }) => clientName],
  scope: ['text', ({ scope }) => scope],
  audience: ['text[]', ({ audience }) => audience],
  ip: ['text', ({ ip }) => ip],
  user_agent: ['text', ({ userAgent }) => userAgent],
  device_name: ['text', ({ deviceName }) => deviceName],
  state: ['text', () => 'pending'],
  created_at: ['timestamptz', ({ createdAtMs }) => new Date(createdAtMs)],
  expires_at: ['timestamptz', ({ expiresAtMs }) => new Date(expiresAtMs)],
} as const satisfies ItemColumns<DeviceRequest>;
const issuedList = Object.keys(issuedColumns).join(', ');

const issue = {
  columns: issuedColumns,
  sql: `, history as (
    insert into device_authorizations (${issuedList}) select ${issuedList} from item
    returning id, client_id, created_at
  )
  insert into events (type, data, created_at)
  select 'device.issued', jsonb_build_object('device_id', id, 'client_id', client_id), created_at from history`,
};

/** The record in Redis says its id itself; the hash of the code is the one that it was found by. */
function isRowOf({ id, deviceCodeHash }: DeviceAuthorization): Prisma.Sql {
  return Prisma.sql`id = ${id}::uuid and device_code_hash = ${deviceCodeHash}`;
}

function describe(
  device: Pick<DeviceAuthorization, 'id' | 'clientId'>,
  more: Readonly<Record<string, string>> = {},
): string {
  return JSON.stringify({ device_id: device.id, client_id: device.clientId, ...more });
}

/** What the device calls itself, for the event of a decision about it. */
function nameOf({ deviceName }: Pick<DeviceRequest, 'deviceName'>): Readonly<Record<string, string>> {
  return deviceName === undefined ? {} : { device_name: deviceName };
}

/** How many device authorizations wait for a decision and have time left. */
export function countPending(database: Database, nowMs: number): Promise<number> {
  return database.deviceAuthorization.count({
    where: { state: 'pending', expiresAt: { gt: new Date(nowMs) } },
  });
}
