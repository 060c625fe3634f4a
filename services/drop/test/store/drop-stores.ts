import { randomBytes } from 'node:crypto';
import { createPostgresPool } from '@latchkey/database';
import type { PagePlan } from '@latchkey/pagination';
import { useTestDatabase } from '@latchkey/testing';
import type { Deposit, Deposited } from '../../src/drop/drop-store.ts';
import type { Actor, Drop } from '../../src/drop/drop.ts';
import { createDropStore } from '../../src/store/drop-store.ts';
import { createUpkeepStore } from '../../src/store/upkeep-store.ts';

/** Call the result inside tests and hooks only. */
export function useDropStores() {
  return useTestDatabase('drop', createStores);
}

function createStores(url: string) {
  const pool = createPostgresPool(url, { size: 4, name: 'drop' });
  return {
    close: () => pool.end(),
    drops: createDropStore(pool),
    upkeep: createUpkeepStore(pool),
    events: async (dropId: string) => {
      const sql = `select event, actor from drop_events where drop_id = $1 order by id`;
      return (await pool.query<{ event: string; actor: string }>(sql, [dropId])).rows;
    },
    /** Moves every date of a drop into the past. */
    async age(dropId: string, seconds: number) {
      const sql = `update drops set expires_at = expires_at - $2::float8 * interval '1 second',
        ended_at = ended_at - $2::float8 * interval '1 second' where id = $1`;
      await pool.query(sql, [dropId, seconds]);
    },
  };
}

export const owner: Actor = { id: 'user-1', requestId: 'request-1' };
export const stranger: Actor = { id: 'user-2', requestId: 'request-2' };
export const retentionSeconds = 7 * 24 * 3600;
let serial = 0;

export function newId(): string {
  serial += 1;
  return `drop-${serial}`;
}

export function createDeposit(id: string): Deposit {
  return {
    id,
    owner: owner.id,
    anonymous: true,
    kind: 'note',
    notify: false,
    metadata: '{"z":[1,{"a":null}],"a":"ü","n":12345678901234567890.10}',
    payloadFormat: 'text',
    contentType: 'text/plain',
    size: 5,
    term: { ttlSeconds: 60, untilMs: null },
    quota: { maxDrops: 0, maxBytes: 0 },
    sealed: {
      kdf: 'random',
      pepperKid: 'p1',
      salt: randomBytes(16),
      nonce: randomBytes(12),
      verifier: randomBytes(32),
      ciphertext: randomBytes(21),
    },
  };
}

/** The drop of a write that nothing stood in the way of. */
export function assertStored(outcome: Deposited): Drop {
  if (outcome === undefined || outcome === 'quota_exceeded') throw new Error(`not stored: ${outcome}`);
  return outcome;
}

export function firstPage(limit: number): PagePlan {
  return { kind: 'offset', limit, offset: 0, binding: '' };
}
