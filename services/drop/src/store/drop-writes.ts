import { Prisma } from '../../prisma/generated/client.ts';
import type { Activation, Deposit, OwnerQuota, Reservation } from '../drop/drop-store.ts';
import type { Actor, Term } from '../drop/drop.ts';
import { countChanged, quotaOf, type Delta } from './drop-counters.ts';
import { changedFields, dropFields, live } from './drop-rows.ts';

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

interface Room {
  readonly owner: string;
  readonly quota: OwnerQuota;
  readonly drops: number;
  readonly bytes: number;
  /** SQL: the condition of the change without the quota. */
  readonly isFree: Prisma.Sql;
}

/**
 * As {@link changeWithEvent}, for a change that happens only where `(select fits from quota)`. Always answers one row:
 * the changed drop, or nulls, and whether the quota alone stood in the way.
 */
export function changeWithinQuota(change: Change, { isFree, ...room }: Room): Prisma.Sql {
  return Prisma.sql`with quota as (${quotaOf(room)}), ${changeOf(change)}
  select not quota.fits and (${isFree}) as "isOverQuota", ${dropFields} from quota left join changed t on true`;
}

function changeOf({ sql, event, actor, delta }: Change): Prisma.Sql {
  return Prisma.sql`changed as (${sql} returning ${changedFields}), noted as (${eventOfChanged(event, actor)}),
  ${countChanged(delta)}`;
}

/** Writes one event for every row of `changed`. */
export function eventOfChanged(event: string, actor: Actor): Prisma.Sql {
  return Prisma.sql`insert into drop_events (at, drop_id, owner, event, actor, request_id, caller_request_id)
  select now(), id, owner, ${event}, ${actor.id}, ${actor.requestId}, ${actor.callerRequestId ?? null} from changed`;
}

const fits = Prisma.sql`(select fits from quota)`;

/** Inserts nothing where the id is taken or the quota is used up. */
export function insertReservation(reservation: Reservation): Prisma.Sql {
  const { id, owner, anonymous, kind, metadata, term } = reservation;
  return Prisma.sql`insert into drops as t (id, owner, status, anonymous, kind, metadata, created_at, expires_at)
  select ${id}, ${owner}, 'reserved', ${anonymous}::boolean, ${kind}, ${toJson(metadata)}::json, now(), ${expiry(term)}
  where ${fits} on conflict (id) do nothing`;
}

/** Inserts nothing where the id is taken or the quota is used up. */
export function insertDeposit(deposit: Deposit): Prisma.Sql {
  const { id, owner, anonymous, kind, metadata, payloadFormat, contentType, size, term, sealed } = deposit;
  return Prisma.sql`insert into drops as t (id, owner, status, anonymous, kind, metadata, payload_format, content_type,
    size, created_at, activated_at, expires_at, kdf, pepper_kid, salt, nonce, verifier, ciphertext, sealed_bytes)
  select ${id}, ${owner}, 'active', ${anonymous}::boolean, ${kind}, ${toJson(metadata)}::json, ${payloadFormat},
    ${contentType}, ${size}::int, now(), now(), ${expiry(term)}, ${sealed.kdf}, ${sealed.pepperKid},
    ${bytes(sealed.salt)}, ${bytes(sealed.nonce)}, ${bytes(sealed.verifier)}, ${bytes(sealed.ciphertext)},
    ${sealed.ciphertext.length}::int
  where ${fits} on conflict (id) do nothing`;
}

export function activateReservation(deposit: Activation): Prisma.Sql {
  const { anonymous, kind, metadata, payloadFormat, contentType, size, term, sealed } = deposit;
  const expiresAt = term === null ? Prisma.raw('t.expires_at') : expiry(term);
  return Prisma.sql`update drops t set status = 'active', anonymous = ${anonymous}, kind = ${kind},
    metadata = ${toJson(metadata)}::json, payload_format = ${payloadFormat}, content_type = ${contentType},
    size = ${size}, activated_at = now(), expires_at = ${expiresAt}, kdf = ${sealed.kdf},
    pepper_kid = ${sealed.pepperKid}, salt = ${bytes(sealed.salt)}, nonce = ${bytes(sealed.nonce)},
    verifier = ${bytes(sealed.verifier)}, ciphertext = ${bytes(sealed.ciphertext)},
    sealed_bytes = ${sealed.ciphertext.length}
  where ${isReservation(deposit)} and ${fits}`;
}

/** SQL over `t`: the live reservation of the owner. */
export function isReservation({ id, owner }: Pick<Activation, 'id' | 'owner'>): Prisma.Sql {
  return Prisma.sql`t.id = ${id} and t.owner = ${owner} and t.status = 'reserved' and ${live}`;
}

export function bytes(value: Uint8Array): Prisma.Sql {
  return Prisma.sql`${value}::bytea`;
}

/** least() ignores nulls. */
function expiry({ ttlSeconds, untilMs }: Term): Prisma.Sql {
  const until = untilMs === null ? null : new Date(untilMs).toISOString();
  return Prisma.sql`least(now() + ${ttlSeconds}::float8 * interval '1 second', ${until}::timestamptz)`;
}

function toJson(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
