import { Prisma } from '../../prisma/generated/client.ts';
import type { Deposit, Reservation } from '../drop/drop-store.ts';
import type { Actor, Term } from '../drop/drop.ts';
import { dropFields, live } from './drop-rows.ts';

/** A change and its event in one statement; answers the changed rows in their new state. */
export function changeWithEvent(change: Prisma.Sql, event: string, actor: Actor): Prisma.Sql {
  return Prisma.sql`with changed as (${change} returning *), noted as (${eventOfChanged(event, actor)})
select ${dropFields} from changed t`;
}

/** Writes one event for every row of `changed`. */
export function eventOfChanged(event: string, actor: Actor): Prisma.Sql {
  return Prisma.sql`insert into drop_events (at, drop_id, owner, event, actor, request_id)
  select now(), id, owner, ${event}, ${actor.id}, ${actor.requestId} from changed`;
}

/** Inserts nothing where the id is taken. */
export function insertReservation(reservation: Reservation): Prisma.Sql {
  const { id, owner, anonymous, kind, metadata, term } = reservation;
  return Prisma.sql`insert into drops (id, owner, status, anonymous, kind, metadata, created_at, expires_at)
  values (${id}, ${owner}, 'reserved', ${anonymous}, ${kind}, ${toJson(metadata)}::json, now(), ${expiry(term)})
  on conflict (id) do nothing`;
}

/** Inserts nothing where the id is taken. */
export function insertDeposit(deposit: Deposit): Prisma.Sql {
  const { id, owner, anonymous, kind, metadata, payloadFormat, contentType, size, term, sealed } = deposit;
  return Prisma.sql`insert into drops (id, owner, status, anonymous, kind, metadata, payload_format, content_type, size,
    created_at, activated_at, expires_at, kdf, pepper_kid, salt, nonce, verifier, ciphertext)
  values (${id}, ${owner}, 'active', ${anonymous}, ${kind}, ${toJson(metadata)}::json, ${payloadFormat}, ${contentType},
    ${size}, now(), now(), ${expiry(term)}, ${sealed.kdf}, ${sealed.pepperKid}, ${bytes(sealed.salt)},
    ${bytes(sealed.nonce)}, ${bytes(sealed.verifier)}, ${bytes(sealed.ciphertext)})
  on conflict (id) do nothing`;
}

export function activateReservation(deposit: Omit<Deposit, 'term'> & { term: Term | null }): Prisma.Sql {
  const { id, owner, anonymous, kind, metadata, payloadFormat, contentType, size, term, sealed } = deposit;
  const expiresAt = term === null ? Prisma.raw('t.expires_at') : expiry(term);
  return Prisma.sql`update drops t set status = 'active', anonymous = ${anonymous}, kind = ${kind},
    metadata = ${toJson(metadata)}::json, payload_format = ${payloadFormat}, content_type = ${contentType},
    size = ${size}, activated_at = now(), expires_at = ${expiresAt}, kdf = ${sealed.kdf},
    pepper_kid = ${sealed.pepperKid}, salt = ${bytes(sealed.salt)}, nonce = ${bytes(sealed.nonce)},
    verifier = ${bytes(sealed.verifier)}, ciphertext = ${bytes(sealed.ciphertext)}
  where t.id = ${id} and t.owner = ${owner} and t.status = 'reserved' and ${live}`;
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
