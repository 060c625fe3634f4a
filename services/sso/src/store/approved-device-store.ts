import { isUuid } from '@latchkey/contracts';
import { buildPageQuery, readPageRows, type PageRow } from '@latchkey/pagination';
import type { Prisma } from '../../prisma/generated/client.ts';
import {
  waitingBeyondExpiryMs,
  type ApprovedDevice,
  type ApprovedDevices,
  type DeviceFilters,
} from '../oauth/consent/approved-devices.ts';
import type { Database } from './database.ts';

const isRevoked = 'f.revoked_at is not null';
const isLive = 'f.idle_expires_at > $2::timestamptz and f.absolute_expires_at > $2::timestamptz';
/** The state of a device; `family` says how a condition on its family is asked. `$2` is now. */
const stateBy = (family: (condition: string) => string) => `(case
  when t.state = 'failed' or ${family(isRevoked)} then 'revoked'
  when t.state = 'redeemed' and ${family(isLive)} then 'active'
  when t.state = 'approved_waiting_pickup' and t.expires_at > $2::timestamptz then t.state
  else 'expired' end)`;
/**
 * For a filter: within an expression, PostgreSQL makes a hash of the person's (`$1`) families once, reads no row of other
 * people, and keeps the order of the index.
 */
const stateOfAny = stateBy(
  (condition) => `t.family_id in (select f.id from refresh_families f where f.user_id = $1 and ${condition})`,
);
/** The same as `stateOfAny = 'active'`, with one hash of the families in place of two: what most people look at. */
const isActive = `t.state = 'redeemed' and (t.family_id in (
  select f.id from refresh_families f where f.user_id = $1 and not (${isRevoked}) and ${isLive})) is true`;
/** For a row of the page, whose family is joined. */
const state = stateBy((condition) => `(${condition})`);
const columns = `t.id, t.client_id as "clientId", t.client_name as "clientName", t.scope, t.audience, ${state} as state, t.road, t.ip,
  t.device_name as "deviceName", t.family_id as "familyId",
  t.created_at as "createdAt", t.decided_at as "approvedAt", t.redeemed_at as "redeemedAt",
  f.issued_at as "lastRefreshedAt",
  coalesce(least(f.idle_expires_at, f.absolute_expires_at), t.expires_at) as "expiresAt"`;

/** The same for the model API: the person approved it. */
const approved: Prisma.DeviceAuthorizationWhereInput = {
  decidedAt: { not: null },
  OR: [{ failure: null }, { failure: { notIn: ['denied', 'attempts'] } }],
};
const handle = { id: true, clientId: true, deviceCodeHash: true, familyId: true, state: true } as const;

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
      const rows = await database.$queryRawUnsafe<PageRow<ApprovedDevice>[]>(text, ...values);
      return readPageRows(rows, plan, (row) => row);
    },
    async find(userId, id) {
      if (!isUuid(id)) return undefined;
      return (
        (await database.deviceAuthorization.findFirst({
          where: { userId, id, ...approved },
          select: handle,
        })) ?? undefined
      );
    },
    findWaiting(userId, nowMs, clientId) {
      const expiresAt = { gt: new Date(nowMs - waitingBeyondExpiryMs) };
      // Each of the two has an index.
      const waits = [{ state: 'pending' }, { state: 'approved_waiting_pickup', decidedAt: { not: null } }];
      const where = { userId, expiresAt, OR: waits };
      return database.deviceAuthorization.findMany({
        where: clientId === undefined ? where : { ...where, clientId },
        select: handle,
      });
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
  const { clientId, state: wanted, createdFrom, createdTo } = filters;
  if (clientId !== undefined) add('t.client_id =', clientId);
  if (wanted === 'active') parts.push(isActive);
  else if (wanted !== undefined) add(`${stateOfAny} =`, wanted);
  if (createdFrom !== undefined) add('t.created_at >=', createdFrom.toISOString(), '::timestamptz');
  if (createdTo !== undefined) add('t.created_at <', createdTo.toISOString(), '::timestamptz');
  return { text: parts.join(' and '), values };
}
