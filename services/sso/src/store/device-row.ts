import { columnList, columnOf } from '@latchkey/database';
import { Prisma } from '../../prisma/generated/client.ts';
import type { DeviceAuthorizationModel } from '../../prisma/generated/models.ts';
import type { DeviceRequest, DeviceState } from '../oauth/device/device.ts';

/** What became of a request: the columns that change. Those left out are null. */
const outcome = ['state', 'failure', 'userId', 'familyId', 'decidedAt', 'redeemedAt'] as const;
export type DeviceOutcome = Partial<Pick<DeviceAuthorizationModel, (typeof outcome)[number]>> & {
  readonly state: DeviceState;
};
const fields = Object.keys(Prisma.DeviceAuthorizationScalarFieldEnum);

/** A row as JSON. It has no user code, which is kept for a short time only. */
export function describeRow(request: DeviceRequest, became: DeviceOutcome): object {
  const { createdAtMs, expiresAtMs } = request;
  const times = { createdAt: new Date(createdAtMs), expiresAt: new Date(expiresAtMs) };
  // What the record in Redis says of its end is not of this change.
  const row: Record<string, unknown> = { ...request, ...times, failure: null, ...became };
  return Object.fromEntries(fields.map((field) => [columnOf(field), row[field]]));
}

/**
 * SQL: writes the rows that `source` has as JSON in its column `record`, and answers those that this made or moved. A
 * code has no row before an account has verified it, and the first record of a decision may have been lost, so whoever
 * comes first makes the row. What is pending becomes anything. A late approval lowers nothing, and what failed stays so.
 * A Redis that was rolled back lets another person approve what one has approved; then the row is the other's.
 */
export const writeDevices = (source: string): string => `
    insert into device_authorizations as d (${columnList(fields)}) select ${columnList(fields, 'made')}
    from ${source}, jsonb_populate_record(null::device_authorizations, ${source}.record) made order by made.id
    on conflict (id) do update set (${columnList(outcome)}) = row(${columnList(outcome, 'excluded')})
    where d.device_code_hash = excluded.device_code_hash
      and (d.state = 'pending' or d.state <> 'failed' and excluded.state in ('redeemed', 'failed')
        or d.state = 'approved_waiting_pickup' and excluded.state = d.state and excluded.user_id <> d.user_id)
    returning id, user_id, client_id, client_name, decided_at, xmax = 0 as is_new`;

/**
 * SQL: gives the consents of `source`, of several of one person to one client all that was not taken back since. A live
 * one keeps what it has and gets the rest. A consent does not change if it was changed after the latest decision.
 */
export const giveConsents = (source: string): string => `
    insert into consents (user_id, client_id, client_name, scope, audience, created_at, updated_at)
    select distinct on (user_id, client_id) user_id, client_id, client_name, ${allOf(source, 'scopes')},
      ${allOf(source, 'audience')}, decided_at, decided_at
    from ${source} latest order by user_id, client_id, decided_at desc
    on conflict (user_id, client_id) do update set client_name = excluded.client_name,
      ${addTo('scope')}, ${addTo('audience')}, updated_at = excluded.updated_at, revoked_at = null
    where greatest(consents.updated_at, consents.revoked_at) < excluded.updated_at`;

/** What the latest decision gives, then what those beside it add. */
const allOf = (source: string, list: string): string => `latest.${list} || array(
        select unnest(other.${list}) from ${source} other
        where (other.user_id, other.client_id) = (latest.user_id, latest.client_id) and not exists (
          select from consents c where (c.user_id, c.client_id) = (other.user_id, other.client_id)
            and c.revoked_at >= other.decided_at)
        except select unnest(latest.${list}))`;

const addTo = (list: string): string => `${list} = case when consents.revoked_at is null
        then consents.${list} || array(select unnest(excluded.${list}) except select unnest(consents.${list}))
        else excluded.${list} end`;
