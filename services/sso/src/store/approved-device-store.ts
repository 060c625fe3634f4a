import { buildPageQuery, readPageRows, type PageRow } from '@latchkey/pagination';
import { Prisma } from '../../prisma/generated/client.ts';
import {
  waitingBeyondExpiryMs,
  type ApprovedDevice,
  type ApprovedDevices,
  type ApprovedDeviceState,
  type DeviceFilters,
  type DeviceHandle,
} from '../consent/approved-devices.ts';
import type { Database } from './database.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface DeviceRow {
  readonly id: string;
  readonly client_id: string;
  readonly client_name: string;
  readonly scope: string;
  readonly device_state: ApprovedDeviceState;
  readonly ip: string;
  readonly created_at: Date;
  readonly decided_at: Date;
  readonly redeemed_at: Date | null;
  readonly refreshed_at: Date | null;
  readonly ends_at: Date;
}

/** `$1` is the person, `$2` now; a family is found by its id, so the join finds one at most. */
const state = `(select case
  when t.state = 'failed' or f.revoked_at is not null then 'revoked'
  when t.state = 'redeemed' and least(f.idle_expires_at, f.absolute_expires_at) > $2::timestamptz then 'active'
  when t.state = 'approved_waiting_pickup' and t.expires_at > $2::timestamptz then t.state
  else 'expired' end
  from (select) one left join refresh_families f on f.id = t.family_id)`;
const columns = `t.id, t.client_id, t.client_name, t.scope, ${state} as device_state, t.ip, t.created_at, t.decided_at,
  t.redeemed_at, f.issued_at as refreshed_at,
  coalesce(least(f.idle_expires_at, f.absolute_expires_at), t.expires_at) as ends_at`;

/** Approved devices out of the history in Postgres; what was denied or never decided is not among them. */
export function createApprovedDeviceStore(database: Database): ApprovedDevices {
  return {
    async search(userId, filters, plan, nowMs) {
      const { text, values } = buildPageQuery({
        table: 'device_authorizations',
        columns,
        joins: 'left join refresh_families f on f.id = t.family_id',
        idType: 'uuid',
        where: conditionOf(userId, filters, nowMs),
        plan,
      });
      const rows = await database.$queryRawUnsafe<PageRow<DeviceRow>[]>(text, ...values);
      return readPageRows(rows, plan, toDevice);
    },
    async find(userId, id) {
      if (!uuid.test(id)) return undefined;
      const [found] = await findHandles(database, Prisma.sql`user_id = ${userId} AND id = ${id}::uuid`);
      return found;
    },
    findWaiting(userId, nowMs, clientId) {
      const since = new Date(nowMs - waitingBeyondExpiryMs);
      const parts = [
        Prisma.sql`user_id = ${userId} AND state = 'approved_waiting_pickup' AND expires_at > ${since}`,
      ];
      if (clientId !== undefined) parts.push(Prisma.sql`client_id = ${clientId}`);
      return findHandles(database, Prisma.join(parts, ' AND '));
    },
  };
}

function conditionOf(userId: string, filters: DeviceFilters, nowMs: number) {
  const parts = [
    `t.user_id = $1 and $2::timestamptz is not null and t.decided_at is not null`,
    `coalesce(t.failure, '') not in ('denied', 'attempts')`,
  ];
  const values: unknown[] = [userId, new Date(nowMs).toISOString()];
  const add = (start: string, value: unknown, end = '') =>
    parts.push(`${start} $${values.push(value)}${end}`);
  const { clientId, state: wanted, createdFromMs, createdToMs } = filters;
  if (clientId !== undefined) add('t.client_id =', clientId);
  if (wanted !== undefined) add(`${state} =`, wanted);
  if (createdFromMs !== undefined)
    add('t.created_at >=', new Date(createdFromMs).toISOString(), '::timestamptz');
  if (createdToMs !== undefined) add('t.created_at <', new Date(createdToMs).toISOString(), '::timestamptz');
  return { text: parts.join(' and '), values };
}

function findHandles(database: Database, condition: Prisma.Sql): Promise<DeviceHandle[]> {
  return database.$queryRaw<DeviceHandle[]>`
    SELECT id, device_code_hash AS "deviceCodeHash", family_id AS "familyId" FROM device_authorizations
    WHERE ${condition} AND decided_at IS NOT NULL AND coalesce(failure, '') NOT IN ('denied', 'attempts')`;
}

function toDevice(row: DeviceRow): ApprovedDevice {
  return {
    id: row.id,
    clientId: row.client_id,
    clientName: row.client_name,
    scope: row.scope,
    state: row.device_state,
    ip: row.ip,
    createdAtMs: row.created_at.getTime(),
    approvedAtMs: row.decided_at.getTime(),
    redeemedAtMs: row.redeemed_at?.getTime() ?? null,
    lastRefreshedAtMs: row.refreshed_at?.getTime() ?? null,
    expiresAtMs: row.ends_at.getTime(),
  };
}
