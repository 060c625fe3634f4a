import { executeSql, queryRows, type PostgresPool } from '@latchkey/database';
import { splitScope } from '@latchkey/tokens';
import { Prisma } from '../../prisma/generated/client.ts';
import type { EventType } from '../event/event.ts';
import type { DeviceHistory, UnsettledDevice } from '../oauth/device/device-history.ts';
import type {
  DeviceApproval,
  DeviceAuthorization,
  DeviceFailure,
  DeviceRequest,
} from '../oauth/device/device.ts';
import { describeRow, giveConsents, writeDevices, type DeviceOutcome } from './device-row.ts';

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
  return {
    async recordVerified(device, userId) {
      const row = write(device, { state: 'pending', userId });
      await executeSql(pool, Prisma.sql`with ${row} select from history`);
    },
    recordApproved: (device, approval) => follow(approve(device, approval)),
    async recordFailed(device, failure, nowMs, from) {
      await followApproval(device);
      await follow(fail(device, failure, new Date(nowMs), from));
    },
    async recordExpired(device, nowMs) {
      if (device.boundUserId === undefined) return;
      await followApproval(device);
      await follow(expire(device, new Date(nowMs)));
    },
    findUnsettled: (startedBeforeMs, limit) =>
      queryRows<UnsettledDevice>(
        pool,
        Prisma.sql`
          select id, device_code_hash as "deviceCodeHash", expires_at as "expiresAt" from device_authorizations
          where state = 'pending' and created_at < ${new Date(startedBeforeMs)}
          order by expires_at limit ${limit}`,
      ),
    recordLapsed: (ids, nowMs) => executeSql(pool, lapse(ids, new Date(nowMs))),
  };
}

/** SQL: the CTE `history`, which has the id of the row where this change made or moved it. */
function write(device: DeviceRequest, outcome: DeviceOutcome): Prisma.Sql {
  return Prisma.sql`asked as (select ${JSON.stringify(describeRow(device, outcome))}::jsonb as record
    ), history as (${Prisma.raw(writeDevices('asked'))})`;
}

function approve(device: DeviceAuthorization, approval: DeviceApproval): Prisma.Sql {
  const at = new Date(approval.approvedAtMs);
  const { userId } = approval;
  return Prisma.sql`
    with ${write(device, { state: 'approved_waiting_pickup', userId, decidedAt: at })}, approved as (
      select *, ${splitScope(approval.scope)}::text[] as scopes, ${[...approval.audience]}::text[] as audience from history
    ), consent as (${Prisma.raw(giveConsents('approved'))})
    insert into events (type, data, created_at)
    select ${approvalEvent(device)}, ${describe(device, { user_id: userId, ...describeApproval(device, approval) })}::jsonb, ${at} from history`;
}

/** The event of an approval, which has the name that people know it by. */
export function approvalEvent({ road }: Pick<DeviceRequest, 'road'>): EventType {
  return road === 'browser' ? 'app.signed_in' : 'device.approved';
}

/** What was approved, and from where. */
export function describeApproval(
  device: Pick<DeviceRequest, 'road' | 'ip' | 'deviceName'>,
  { scope, approvedFrom }: DeviceApproval,
): Readonly<Record<string, string>> {
  return { road: device.road, scope, request_ip: device.ip, browser_ip: approvedFrom, ...nameOf(device) };
}

function fail(device: DeviceAuthorization, failure: DeviceFailure, at: Date, from = ''): Prisma.Sql {
  const { boundUserId, ip: request_ip, held } = device;
  const isOfPerson = (failure === 'denied' || isWrongNumber(device, failure)) && boundUserId !== undefined;
  const browser_ip = failure === 'denied' ? from : (held?.approval.approvedFrom ?? '');
  const byWhom = isOfPerson ? { user_id: boundUserId, request_ip, browser_ip } : {};
  const type = isWrongNumber(device, failure) ? 'device.confirmation_failed' : 'device.denied';
  return Prisma.sql`
    with ${write(device, { state: 'failed', failure, userId: boundUserId ?? null, decidedAt: at })}
    insert into events (type, data, created_at)
    select ${type}::text, ${describe(device, { reason: failure, ...byWhom, ...nameOf(device) })}::jsonb, ${at} from history`;
}

/** No password is asked for once an approval waits for its number. */
const isWrongNumber = ({ held }: DeviceAuthorization, failure: DeviceFailure) =>
  failure === 'attempts' && held !== undefined;

function expire(device: DeviceAuthorization, at: Date): Prisma.Sql {
  return Prisma.sql`
    with history as (
      update device_authorizations set state = 'expired'
      where id = ${device.id}::uuid and device_code_hash = ${device.deviceCodeHash}
        and state = 'approved_waiting_pickup'
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
      delete from device_authorizations where id = any(${[...ids]}::uuid[]) and state = 'pending'
      returning id, client_id
    )
    insert into events (type, data, created_at)
    select 'device.expired', jsonb_build_object('device_id', id, 'client_id', client_id), ${at} from history`;
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
