import type { DeviceHistory } from '../device/device-history.ts';
import type { DeviceAuthorization, DeviceRequest } from '../device/device.ts';
import type { Database } from './database.ts';

/**
 * The record of device authorizations in Postgres. A decision stands once Redis has taken it, so a record of one that
 * cannot be written is reported instead of thrown; the pickup writes it again, and may be here before the approval.
 */
export function createDeviceHistoryStore(
  database: Database,
  report: (error: unknown) => void,
): DeviceHistory {
  async function follow(write: Promise<unknown>): Promise<void> {
    await write.catch(report);
  }
  return {
    recordIssued: async (request) => void (await insertIssued(database, request)),
    recordApproved: (device, approval) => {
      const at = new Date(approval.approvedAtMs);
      return follow(database.$executeRaw`
        WITH history AS (
          UPDATE device_authorizations
          SET state = 'approved_waiting_pickup', user_id = ${approval.userId}, decided_at = ${at}
          WHERE id = ${device.id}::uuid AND state = 'pending'
        ), consent AS (
          INSERT INTO consents (user_id, client_id, client_name, scope, created_at, updated_at)
          VALUES (${approval.userId}, ${device.clientId}, ${device.clientName}, ${approval.scope.split(' ')},
            ${at}, ${at})
          ON CONFLICT (user_id, client_id) DO UPDATE SET client_name = EXCLUDED.client_name,
            scope = EXCLUDED.scope, updated_at = EXCLUDED.updated_at, revoked_at = NULL
          WHERE greatest(consents.updated_at, consents.revoked_at) <= EXCLUDED.updated_at
        )
        INSERT INTO events (type, data, created_at)
        VALUES ('device.approved', ${describe(device, { user_id: approval.userId })}::jsonb, ${at})`);
    },
    recordFailed: (device, failure, nowMs) => {
      const at = new Date(nowMs);
      return follow(database.$executeRaw`
        WITH history AS (
          UPDATE device_authorizations
          SET state = 'failed', failure = ${failure}, user_id = ${device.boundUserId ?? null}, decided_at = ${at},
            family_id = NULL, redeemed_at = NULL
          WHERE id = ${device.id}::uuid
        )
        INSERT INTO events (type, data, created_at)
        VALUES ('device.denied', ${describe(device, { reason: failure })}::jsonb, ${at})`);
    },
    recordExpired: (device, nowMs) => {
      const at = new Date(nowMs);
      return follow(database.$executeRaw`
        WITH history AS (
          UPDATE device_authorizations SET state = 'expired', family_id = NULL, redeemed_at = NULL
          WHERE id = ${device.id}::uuid
        ), undelivered AS (
          UPDATE refresh_families SET revoked_at = ${at}, revoked_reason = 'undelivered'
          WHERE device_code_hash = ${device.deviceCodeHash} AND revoked_at IS NULL
        )
        INSERT INTO events (type, data, created_at)
        VALUES ('device.expired', ${describe(device)}::jsonb, ${at})`);
    },
  };
}

function insertIssued(database: Database, request: DeviceRequest): Promise<number> {
  const { id, clientId, clientName, scope, audience, ip, userAgent } = request;
  const createdAt = new Date(request.createdAtMs);
  return database.$executeRaw`
    WITH history AS (
      INSERT INTO device_authorizations
        (id, device_code_hash, client_id, client_name, scope, audience, ip, user_agent, state, created_at, expires_at)
      VALUES (${id}::uuid, ${request.deviceCodeHash}, ${clientId}, ${clientName}, ${scope}, ${[...audience]}, ${ip}, ${userAgent},
        'pending', ${createdAt}, ${new Date(request.expiresAtMs)})
    )
    INSERT INTO events (type, data, created_at)
    VALUES ('device.issued', ${describe(request)}::jsonb, ${createdAt})`;
}

function describe(
  device: Pick<DeviceAuthorization, 'id' | 'clientId'>,
  more: Readonly<Record<string, string>> = {},
): string {
  return JSON.stringify({ device_id: device.id, client_id: device.clientId, ...more });
}
