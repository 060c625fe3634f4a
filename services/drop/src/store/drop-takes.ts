import { defineBatch, type ItemColumns, type PostgresPool } from '@latchkey/database';
import type { DropStore } from '../drop/drop-store.ts';
import type { Actor } from '../drop/drop.ts';
import type { Ciphertext, Lock } from '../secrecy/sealed.ts';
import { countChanged, deltas } from './drop-counters.ts';
import {
  changedFields,
  dropColumns,
  isActive,
  lockedColumns,
  shredded,
  toDrop,
  toLockedDrop,
  type DropRow,
  type LockedRow,
} from './drop-rows.ts';
import { noticeColumn } from './hand-over.ts';

interface Named {
  readonly id: string;
  readonly owner: string | undefined;
}

interface Locked {
  readonly id: string;
  readonly lock: Lock;
}

/** A longer ciphertext is read in a statement of its own, so that nobody waits for it. */
const mostBytesInCompany = 16 * 1024;
const find = {
  columns: { id: ['text', ({ id }: Named) => id], owner: ['text', ({ owner }: Named) => owner] },
  sql: `select place, ${lockedColumns}, t.nonce,
      case when octet_length(t.ciphertext) <= ${mostBytesInCompany} and ${isActive} then t.ciphertext end as ciphertext
    from item join drops t on t.id = item.id and (item.owner is null or t.owner = item.owner)`,
} as const;

const lockColumns = {
  id: ['text', ({ id }) => id],
  verifier: ['bytea', ({ lock }) => lock.verifier],
  salt: ['bytea', ({ lock }) => lock.salt],
} as const satisfies ItemColumns<Locked>;
/** SQL over `t` and `item`: the live active drop that has exactly this lock. */
const isLocked = `t.id = item.id and ${isActive} and t.verifier = item.verifier and t.salt = item.salt`;

interface Taking extends Locked {
  readonly actor: Actor;
}

/** Of the takers of one drop in a batch the first is the taker. */
const consume = {
  columns: {
    ...lockColumns,
    actor: ['text', ({ actor }: Taking) => actor.id],
    request_id: ['text', ({ actor }: Taking) => actor.requestId],
    caller_request_id: ['text', ({ actor }: Taking) => actor.callerRequestId],
  } satisfies ItemColumns<Taking>,
  sql: `, taken as (
    select t.id, place, actor, item.request_id, item.caller_request_id
    from (select distinct on (id, verifier, salt) * from item order by id, verifier, salt, place) as item
    join drops t on ${isLocked} order by t.id for update of t
  ), changed as (
    update drops t set status = 'consumed', consumed_at = now(), ended_at = now(), consumed_by = actor,
      consume_request_id = request_id, caller_request_id = taken.caller_request_id, ${shredded.sql}
    from taken where t.id = taken.id returning place, ${changedFields.sql}
  ), noted as (
    insert into drop_events (at, drop_id, owner, event, actor, request_id, caller_request_id, notice)
    select now(), id, owner, status, consumed_by, consume_request_id, caller_request_id, ${noticeColumn}
    from changed
  ), ${countChanged(deltas.ends).sql}
  select place, ${dropColumns} from changed t`,
} as const;

/** What opens a drop. */
export function createTakes(
  pool: PostgresPool,
): Pick<DropStore, 'findLocked' | 'readCiphertext' | 'consume'> {
  const findOne = defineBatch<Named, LockedRow>(pool, find);
  const readLong = defineBatch<Locked, Ciphertext>(pool, {
    columns: lockColumns,
    sql: `select place, t.nonce, t.ciphertext from item join drops t on ${isLocked}`,
    isAlone: () => true,
  });
  const consumeOne = defineBatch<Taking, DropRow>(pool, consume);
  return {
    async findLocked(id, owner) {
      const row = await findOne({ id, owner });
      return row && toLockedDrop(row);
    },
    readCiphertext: (id, lock) => readLong({ id, lock }),
    async consume(id, lock, actor) {
      const row = await consumeOne({ id, lock, actor });
      return row && toDrop(row);
    },
  };
}
