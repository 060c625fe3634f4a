import { gatherCalls, gatherStatements, queryRows, type PostgresPool } from '@latchkey/database';
import type { Deposit, Deposited, DropStore, Reservation } from '../drop/drop-store.ts';
import type { Actor } from '../drop/drop.ts';
import { countChanged, deltas } from './drop-counters.ts';
import { changedFields, dropColumns, toDrop, type DropRow } from './drop-rows.ts';
import { activateWithinQuota, toJson, untilOf } from './drop-writes.ts';
import { defineItemStatement, largest } from './items.ts';

/** A new row: a reservation, or a deposit, which comes with its secrets. */
interface Entry {
  readonly row: Reservation;
  readonly filling: Deposit | null;
  readonly actor: Actor;
}

type DepositedRow = DropRow & { isOverQuota: boolean };

const columns = {
  id: ['text', ({ row }: Entry) => row.id],
  owner: ['text', ({ row }: Entry) => row.owner],
  anonymous: ['boolean', ({ row }: Entry) => row.anonymous],
  kind: ['text', ({ row }: Entry) => row.kind],
  metadata: ['text', ({ row }: Entry) => toJson(row.metadata)],
  ttl_seconds: ['float8', ({ row }: Entry) => row.term.ttlSeconds],
  until: ['timestamptz', ({ row }: Entry) => untilOf(row.term)],
  max_drops: ['bigint', ({ row }: Entry) => row.quota.maxDrops],
  max_bytes: ['bigint', ({ row }: Entry) => row.quota.maxBytes],
  payload_format: ['text', ({ filling }: Entry) => filling?.payloadFormat],
  content_type: ['text', ({ filling }: Entry) => filling?.contentType],
  size: ['int', ({ filling }: Entry) => filling?.size],
  kdf: ['text', ({ filling }: Entry) => filling?.sealed.kdf],
  pepper_kid: ['text', ({ filling }: Entry) => filling?.sealed.pepperKid],
  salt: ['bytea', ({ filling }: Entry) => filling?.sealed.salt],
  nonce: ['bytea', ({ filling }: Entry) => filling?.sealed.nonce],
  verifier: ['bytea', ({ filling }: Entry) => filling?.sealed.verifier],
  ciphertext: ['bytea', ({ filling }: Entry) => filling?.sealed.ciphertext],
  sealed_bytes: ['int', ({ filling }: Entry) => filling?.sealed.ciphertext.length ?? 0],
  actor: ['text', ({ actor }: Entry) => actor.id],
  request_id: ['text', ({ actor }: Entry) => actor.requestId],
  caller_request_id: ['text', ({ actor }: Entry) => actor.callerRequestId],
} as const;

/**
 * SQL: inserts every item whose id is free and whose owner may keep it beside the items before it. Ids come in order, so
 * that two statements cannot wait for each other.
 */
const insertItems = (items: string) => `with given as (
    select distinct on (id) item.* from ${items} order by id, place
  ), judged as (
    select given.*,
      (max_drops = 0 or coalesce(kept.drops, 0) + count(*) over mine <= max_drops) and
      (max_bytes = 0 or sealed_bytes = 0 or coalesce(kept.bytes, 0) + sum(sealed_bytes) over mine <= max_bytes) as fits
    from given left join (
      select owner, sum(drops) as drops, sum(bytes) as bytes from drop_owner_counters
      where owner in (select owner from given) group by owner
    ) as kept using (owner)
    window mine as (partition by owner order by place)
  ), changed as (
    insert into drops as t (id, owner, status, anonymous, kind, metadata, payload_format, content_type, size, created_at,
      activated_at, expires_at, kdf, pepper_kid, salt, nonce, verifier, ciphertext, sealed_bytes)
    select id, owner, case when salt is null then 'reserved' else 'active' end, anonymous, kind, metadata::json,
      payload_format, content_type, size, now(), case when salt is not null then now() end,
      least(now() + ttl_seconds * interval '1 second', until), kdf, pepper_kid, salt, nonce, verifier, ciphertext,
      sealed_bytes
    from judged where fits order by id on conflict (id) do nothing returning ${changedFields.sql}
  ), noted as (
    insert into drop_events (at, drop_id, owner, event, actor, request_id, caller_request_id)
    select now(), t.id, t.owner, case t.status when 'active' then 'stored' else t.status end, actor, request_id,
      judged.caller_request_id
    from changed t join judged on judged.id = t.id
  ), ${countChanged(deltas.enters).sql}
  select place, not fits and not exists (select from drops d where d.id = judged.id) as "isOverQuota", ${dropColumns}
  from judged left join changed t on t.id = judged.id`;

/** Items of more bytes go alone, so that nobody waits for them. */
const largestInCompany = 16 * 1024;

/** The writes that the owner's quota may refuse. New rows of the same moment are one statement with one commit. */
export function createDeposits(pool: PostgresPool): Pick<DropStore, 'reserve' | 'store' | 'activate'> {
  const insert = defineItemStatement<Entry, DepositedRow>(pool, { columns, sql: insertItems });
  const run = async (entries: readonly Entry[]) => (await insert(entries)).map(readOutcome);
  const insertTogether = gatherStatements(
    async (entries: readonly Entry[]) =>
      (await run(entries)).map((outcome) => ({ outcome, isAlone: entries.length === 1 })),
    { largest },
  );
  // One after another, so that they count each other.
  const insertAlone = gatherCalls({ run, largest: 1, atOnce: 1 });
  /** Who is refused in company is judged again alone: what stood in the way may have been refused itself. */
  const enter = async (entry: Entry): Promise<Deposited> => {
    if ((entry.filling?.sealed.ciphertext.length ?? 0) > largestInCompany) return (await run([entry]))[0];
    const { outcome, isAlone } = await insertTogether(entry);
    return isAlone || typeof outcome === 'object' ? outcome : insertAlone(entry);
  };
  return {
    reserve: (row, actor) => enter({ row, filling: null, actor }),
    store: (row, actor) => enter({ row, filling: row, actor }),
    async activate(deposit, actor) {
      const [row] = await queryRows<DepositedRow>(pool, activateWithinQuota(deposit, actor));
      return readOutcome(row);
    },
  };
}

function readOutcome(row: DepositedRow | undefined): Deposited {
  if (row === undefined) return undefined;
  const { isOverQuota, ...drop } = row;
  if (isOverQuota) return 'quota_exceeded';
  return drop.id === null ? undefined : toDrop(drop);
}
