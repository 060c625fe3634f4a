import { defineBatch, queryRows, type ItemColumns, type PostgresPool } from '@latchkey/database';
import type { Deposit, Deposited, DropStore, Reservation } from '../drop/drop-store.ts';
import type { Actor } from '../drop/drop.ts';
import type { Lock } from '../secrecy/sealed.ts';
import { countChanged, deltas } from './drop-counters.ts';
import { changedFields, dropColumns, toDrop, type DropRow } from './drop-rows.ts';
import { activateWithinQuota, untilOf } from './drop-writes.ts';

/** A new row: a reservation, or a deposit with its secrets. */
interface Entry {
  readonly row: Reservation;
  readonly filling: Deposit | null;
  readonly actor: Actor;
}

type DepositedRow = DropRow & { isOverQuota: boolean };

/** What a deposit writes into the row of a drop, except its state and its times. */
const rowColumns = {
  id: ['text', ({ row }) => row.id],
  owner: ['text', ({ row }) => row.owner],
  anonymous: ['boolean', ({ row }) => row.anonymous],
  kind: ['text', ({ row }) => row.kind],
  payload_format: ['text', ({ filling }) => filling?.payloadFormat],
  content_type: ['text', ({ filling }) => filling?.contentType],
  size: ['int', ({ filling }) => filling?.size],
  kdf: ['text', (entry) => lockOf(entry)?.kdf],
  pepper_kid: ['text', (entry) => lockOf(entry)?.pepperKid],
  salt: ['bytea', (entry) => lockOf(entry)?.salt],
  nonce: ['bytea', ({ filling }) => filling?.sealed.nonce],
  verifier: ['bytea', (entry) => lockOf(entry)?.verifier],
  asks: ['text', ({ row }) => row.ask?.asks],
  asker_kind: ['text', ({ row }) => row.ask?.asker.kind],
  asker: ['text', ({ row }) => row.ask?.asker.name],
  notify: ['boolean', ({ row }) => row.notify],
  sealed_bytes: ['int', ({ filling }) => filling?.sealed.ciphertext.length ?? 0],
} as const satisfies ItemColumns<Entry>;
const rowList = [...Object.keys(rowColumns), 'ciphertext'].join(', ');
const bytes = { name: 'ciphertext', read: ({ filling }: Entry) => filling?.sealed.ciphertext };

const columns: ItemColumns<Entry> = {
  ...rowColumns,
  metadata: ['text', ({ row }) => row.metadata],
  ttl_seconds: ['float8', ({ row }) => row.term.ttlSeconds],
  until: ['timestamptz', ({ row }) => untilOf(row.term)],
  max_drops: ['bigint', ({ row }) => row.quota.maxDrops],
  max_bytes: ['bigint', ({ row }) => row.quota.maxBytes],
  actor: ['text', ({ actor }) => actor.id],
  request_id: ['text', ({ actor }) => actor.requestId],
  caller_request_id: ['text', ({ actor }) => actor.callerRequestId],
};

/**
 * Inserts every item whose id is free and whose owner may keep it together with the items before it. Rows are inserted
 * in the order of their ids, so that two statements cannot wait for each other.
 */
const sql = `, given as (
    select distinct on (id) * from item order by id, place
  ), judged as (
    select given.*,
      (max_drops = 0 or coalesce(kept.drops, 0) + count(*) over mine <= max_drops) and
      (max_bytes = 0 or sealed_bytes = 0 or coalesce(kept.bytes, 0) + sum(sealed_bytes) over mine <= max_bytes) as fits
    from given left join (
      select owner, sum(drops) as drops, sum(bytes) as bytes from drop_counters
      where owner in (select owner from given) group by owner
    ) as kept using (owner)
    window mine as (partition by owner order by place)
  ), changed as (
    insert into drops as t (${rowList}, metadata, status, created_at, activated_at, expires_at)
    select ${rowList}, metadata::json, case when nonce is null then 'reserved' else 'active' end, now(),
      case when nonce is not null then now() end, least(now() + ttl_seconds * interval '1 second', until)
    from judged where fits order by id on conflict (id) do nothing returning ${changedFields.sql}
  ), noted as (
    insert into drop_events (at, drop_id, owner, event, actor, request_id, caller_request_id)
    select now(), t.id, t.owner, case t.status when 'active' then 'stored' else t.status end, actor, request_id,
      judged.caller_request_id
    from changed t join judged on judged.id = t.id
  ), ${countChanged(deltas.enters).sql}
  select place, not fits and not exists (select from drops d where d.id = judged.id) as "isOverQuota", ${dropColumns}
  from judged left join changed t on t.id = judged.id`;

/** A larger item is sent in a statement of its own, so that nobody waits for it. */
const largestInCompany = 16 * 1024;

/** The writes that the owner's quota may refuse. */
export function createDeposits(pool: PostgresPool): Pick<DropStore, 'reserve' | 'store' | 'activate'> {
  const isAlone = ({ filling }: Entry) => (filling?.sealed.ciphertext.length ?? 0) > largestInCompany;
  const insert = defineBatch<Entry, DepositedRow>(pool, { columns, bytes, sql, isAlone });
  // One after another, so that each sees the counters of those before it.
  const insertInTurn = defineBatch<Entry, DepositedRow>(pool, { columns, bytes, sql, largest: 1, atOnce: 1 });
  /**
   * A refused item is judged again by itself: an item of the same batch that took its place may have been refused too.
   */
  const enter = async (entry: Entry): Promise<Deposited> => {
    const outcome = readOutcome(await insert(entry));
    return typeof outcome === 'object' ? outcome : readOutcome(await insertInTurn(entry));
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

/** What opens it, or will. */
function lockOf({ row, filling }: Entry): Lock | undefined {
  return filling?.sealed ?? row.ask?.lock;
}

function readOutcome(row: DepositedRow | undefined): Deposited {
  if (row === undefined) return undefined;
  const { isOverQuota, ...drop } = row;
  if (isOverQuota) return 'quota_exceeded';
  return drop.id === null ? undefined : toDrop(drop);
}
