import { Prisma } from '../../prisma/generated/client.ts';
import type { Activation } from '../drop/drop-store.ts';
import { defaultTtlSeconds, longestTtlSeconds, type Actor, type Term } from '../drop/drop.ts';
import { countChanged, deltas, type Delta } from './drop-counters.ts';
import { changedFields, dropFields, live } from './drop-rows.ts';
import { noticeColumn } from './hand-over.ts';

interface Change {
  /** An insert, update or delete of drops as `t`, without its RETURNING. */
  readonly sql: Prisma.Sql;
  readonly event: string;
  readonly actor: Actor;
  readonly delta: Delta;
}

/** A change, its event and its counters in one statement; answers the changed rows in their new state. */
export function changeWithEvent(change: Change): Prisma.Sql {
  return Prisma.sql`with ${changeOf(change)} select ${dropFields} from changed t`;
}

/**
 * Activates the owner's live reservation if their quota has room for its bytes. Always answers one row: the drop, or
 * nulls, and whether the quota was the only reason to refuse. Writes in flight are not seen, and may pass the limit.
 */
export function activateWithinQuota(deposit: Activation, actor: Actor): Prisma.Sql {
  const { id, owner, quota, sealed, event } = deposit;
  const hasLock = Prisma.sql`t.verifier = ${sealed.verifier}::bytea and t.salt = ${sealed.salt}::bytea`;
  const isReservation = Prisma.sql`t.id = ${id} and t.owner = ${owner} and t.status = 'reserved' and ${live}
    and ${event === 'filled' ? hasLock : Prisma.sql`true`}`;
  const sql = Prisma.sql`${activate(deposit)} where ${isReservation} and (select fits from quota)`;
  return Prisma.sql`with quota as (
    select ${quota.maxBytes}::bigint = 0 or coalesce(sum(bytes), 0) + ${sealed.ciphertext.length}::bigint <= ${quota.maxBytes}::bigint as fits
    from drop_counters where owner = ${owner}
  ), ${changeOf({ sql, event, actor, delta: deltas.fills })}
  select not quota.fits and exists (select from drops t where ${isReservation}) as "isOverQuota", ${dropFields}
  from quota left join changed t on true`;
}

function activate(deposit: Activation): Prisma.Sql {
  const { anonymous, kind, metadata, notify, payloadFormat, contentType, size, term, sealed } = deposit;
  const own = term === null ? Prisma.raw('t.expires_at') : expiry(term);
  const isFilled = deposit.event === 'filled';
  // What the owner activates is not asked for any more.
  const asker = isFilled ? Prisma.empty : Prisma.sql`asks = null, asker_kind = null, asker = null,`;
  return Prisma.sql`update drops t set status = 'active', anonymous = ${anonymous}, kind = ${kind},
    metadata = ${metadata}::json, notify = ${notify}, ${asker} payload_format = ${payloadFormat}, content_type = ${contentType},
    size = ${size}, activated_at = now(), expires_at = ${isFilled ? expiryOfFilled : own}, kdf = ${sealed.kdf},
    pepper_kid = ${sealed.pepperKid}, salt = ${sealed.salt}::bytea, nonce = ${sealed.nonce}::bytea,
    verifier = ${sealed.verifier}::bytea, ciphertext = ${sealed.ciphertext}::bytea,
    sealed_bytes = ${sealed.ciphertext.length}`;
}

function changeOf({ sql, event, actor, delta }: Change): Prisma.Sql {
  return Prisma.sql`changed as (${sql} returning ${changedFields}), noted as (${eventOfChanged(event, actor)}),
  ${countChanged(delta)}`;
}

/** Writes one event for every row of `changed`. */
export function eventOfChanged(event: string, actor: Actor): Prisma.Sql {
  const notice = Prisma.raw(event === 'filled' ? noticeColumn : 'null');
  return Prisma.sql`insert into drop_events (at, drop_id, owner, event, actor, request_id, caller_request_id, notice)
  select now(), id, owner, ${event}, ${actor.id}, ${actor.requestId}, ${actor.callerRequestId ?? null}, ${notice}
  from changed`;
}

const expiryOfFilled =
  Prisma.raw(`least(greatest(t.expires_at, now() + interval '${defaultTtlSeconds} seconds'),
  t.created_at + interval '${longestTtlSeconds} seconds')`);

/** least() ignores nulls. */
function expiry(term: Term): Prisma.Sql {
  return Prisma.sql`least(now() + ${term.ttlSeconds}::float8 * interval '1 second', ${untilOf(term)}::timestamptz)`;
}

export function untilOf({ untilMs }: Term): string | null {
  return untilMs === null ? null : new Date(untilMs).toISOString();
}
