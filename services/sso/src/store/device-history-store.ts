import type { PostgresPool } from '@latchkey/connections';
import { Prisma } from '../../prisma/generated/client.ts';
import type { DeviceHistory } from '../device/device-history.ts';
import type { DeviceAuthorization, DeviceRequest } from '../device/device.ts';
import { executeSql } from './database.ts';

/**
 * The record of device authorizations in Postgres. A decision counts as soon as Redis has it, so a failure to record it
 * is reported and not thrown. The pickup records the decision too, and may do so before the approval does.
 */
export function createDeviceHistoryStore(
  pool: PostgresPool,
  report: (error: unknown) => void,
): DeviceHistory {
  async function follow(statement: Prisma.Sql): Promise<void> {
    await executeSql(pool, statement).catch(report);
  }
  return {
    recordIssued: async (request) => void (await insertIssued(pool, request)),
    recordApproved: (device, approval) => {
      const at = new Date(approval.approvedAtMs);
      return follow(Prisma.sql`
        with history as (
          update device_authorizations
          set state = 'approved_waiting_pickup', user_id = ${approval.userId}, decided_at = ${at}
          where id = ${device.id}::uuid and state = 'pending'
        ), consent as (
          insert into consents (user_id, client_id, client_name, scope, created_at, updated_at)
          values (${approval.userId}, ${device.clientId}, ${device.clientName}, ${approval.scope.split(' ')},
            ${at}, ${at})
          on conflict (user_id, client_id) do update set client_name = excluded.client_name,
            scope = excluded.scope, updated_at = excluded.updated_at, revoked_at = null
          where greatest(consents.updated_at, consents.revoked_at) <= excluded.updated_at
        )
        insert into events (type, data, created_at)
        values ('device.approved', ${describe(device, { user_id: approval.userId })}::jsonb, ${at})`);
    },
    recordFailed: (device, failure, nowMs) => {
      const at = new Date(nowMs);
      return follow(Prisma.sql`
        with history as (
          update device_authorizations
          set state = 'failed', failure = ${failure}, user_id = ${device.boundUserId ?? null}, decided_at = ${at},
            family_id = null, redeemed_at = null
          where id = ${device.id}::uuid
        )
        insert into events (type, data, created_at)
        values ('device.denied', ${describe(device, { reason: failure })}::jsonb, ${at})`);
    },
    recordExpired: (device, nowMs) => {
      const at = new Date(nowMs);
      return follow(Prisma.sql`
        with history as (
          update device_authorizations set state = 'expired', family_id = null, redeemed_at = null
          where id = ${device.id}::uuid
        ), undelivered as (
          update refresh_families set revoked_at = ${at}, revoked_reason = 'undelivered'
          where device_code_hash = ${device.deviceCodeHash} and revoked_at is null
        )
        insert into events (type, data, created_at)
        values ('device.expired', ${describe(device)}::jsonb, ${at})`);
    },
  };
}

function insertIssued(pool: PostgresPool, request: DeviceRequest): Promise<number> {
  const { id, clientId, clientName, scope, audience, ip, userAgent } = request;
  const createdAt = new Date(request.createdAtMs);
  return executeSql(
    pool,
    Prisma.sql`
    with history as (
      insert into device_authorizations
        (id, device_code_hash, client_id, client_name, scope, audience, ip, user_agent, state, created_at, expires_at)
      values (${id}::uuid, ${request.deviceCodeHash}, ${clientId}, ${clientName}, ${scope}, ${[...audience]}, ${ip}, ${userAgent},
        'pending', ${createdAt}, ${new Date(request.expiresAtMs)})
    )
    insert into events (type, data, created_at)
    values ('device.issued', ${describe(request)}::jsonb, ${createdAt})`,
  );
}

function describe(
  device: Pick<DeviceAuthorization, 'id' | 'clientId'>,
  more: Readonly<Record<string, string>> = {},
): string {
  return JSON.stringify({ device_id: device.id, client_id: device.clientId, ...more });
}
