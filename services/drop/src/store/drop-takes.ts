import { gatherStatements, type PostgresPool } from '@latchkey/database';
import type { DropStore } from '../drop/drop-store.ts';
import type { Actor } from '../drop/drop.ts';
import type { Ciphertext, Lock } from '../secrecy/sealed.ts';
import { countChanged, deltas } from './drop-counters.ts';
import {
  changedFields,
  dropColumns,
  lockedColumns,
  shredded,
  toDrop,
  toLockedDrop,
  type DropRow,
  type LockedRow,
} from './drop-rows.ts';
import { defineItemStatement, largest } from './items.ts';

interface Named {
  readonly id: string;
  readonly owner: string | undefined;
}

interface Locked {
  readonly id: string;
  readonly lock: Lock;
}

interface Reading extends Locked {
  /** A ciphertext of more bytes is answered as null. */
  readonly mostBytes: number;
}

interface Taking extends Locked {
  readonly actor: Actor;
}

const findItems = {
  columns: { id: ['text', ({ id }: Named) => id], owner: ['text', ({ owner }: Named) => owner] },
  sql: (items: string) => `select place, ${lockedColumns} from ${items}
    join drops t on t.id = item.id and (item.owner is null or t.owner = item.owner)`,
} as const;

const lockColumns = {
  id: ['text', ({ id }: Locked) => id],
  verifier: ['bytea', ({ lock }: Locked) => lock.verifier],
  salt: ['bytea', ({ lock }: Locked) => lock.salt],
} as const;
/** SQL over `t` and `item`: the live active drop that has exactly this lock. */
const isLocked = `t.id = item.id and t.status = 'active' and t.expires_at > now()
  and t.verifier = item.verifier and t.salt = item.salt`;

const readItems = {
  columns: { ...lockColumns, most_bytes: ['int', ({ mostBytes }: Reading) => mostBytes] },
  sql: (items: string) => `select place, t.nonce,
      case when octet_length(t.ciphertext) <= item.most_bytes then t.ciphertext end as ciphertext
    from ${items} join drops t on ${isLocked}`,
} as const;

/**
 * Takers of one drop that come together are one item each, and the first of them is the taker. Ids are locked in order,
 * so that two statements cannot wait for each other.
 */
const consumeItems = {
  columns: {
    ...lockColumns,
    actor: ['text', ({ actor }: Taking) => actor.id],
    request_id: ['text', ({ actor }: Taking) => actor.requestId],
    caller_request_id: ['text', ({ actor }: Taking) => actor.callerRequestId],
  },
  sql: (items: string) => `with taken as (
    select t.id, place, actor, item.request_id, item.caller_request_id
    from (select distinct on (id, verifier, salt) item.* from ${items} order by id, verifier, salt, place) as item
    join drops t on ${isLocked} order by t.id for update of t
  ), changed as (
    update drops t set status = 'consumed', consumed_at = now(), ended_at = now(), consumed_by = actor,
      consume_request_id = request_id, caller_request_id = taken.caller_request_id, ${shredded.sql}
    from taken where t.id = taken.id returning place, ${changedFields.sql}
  ), noted as (
    insert into drop_events (at, drop_id, owner, event, actor, request_id, caller_request_id)
    select now(), id, owner, status, consumed_by, consume_request_id, caller_request_id from changed
  ), ${countChanged(deltas.ends).sql}
  select place, ${dropColumns} from changed t`,
} as const;

/** A longer ciphertext is read alone, so that nobody waits for it. */
const mostBytesInCompany = 16 * 1024;

/** What opens a drop. Statements of one kind that come at the same moment are sent as one. */
export function createTakes(
  pool: PostgresPool,
): Pick<DropStore, 'findLocked' | 'readCiphertext' | 'consume'> {
  const find = gatherStatements(defineItemStatement<Named, LockedRow>(pool, findItems), { largest });
  const read = defineItemStatement<Reading, Ciphertext & { ciphertext: Uint8Array | null }>(pool, readItems);
  const readTogether = gatherStatements(read, { largest });
  const consume = gatherStatements(defineItemStatement<Taking, DropRow>(pool, consumeItems), { largest });
  return {
    async findLocked(id, owner) {
      const row = await find({ id, owner });
      return row && toLockedDrop(row);
    },
    async readCiphertext(id, lock) {
      const row = await readTogether({ id, lock, mostBytes: mostBytesInCompany });
      if (row?.ciphertext !== null) return row;
      return (await read([{ id, lock, mostBytes: 2 ** 31 - 1 }]))[0];
    },
    async consume(id, lock, actor) {
      const row = await consume({ id, lock, actor });
      return row && toDrop(row);
    },
  };
}
