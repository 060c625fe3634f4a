import { ApiError } from '@latchkey/contracts';
import { isDependencyLost, mayHaveCommitted } from '@latchkey/database/is-dependency-lost';
import { errors } from '../errors.ts';
import type { Change, DropStore } from './drop-store.ts';

/**
 * The store whose writes are certain. Where the connection is lost while one commits, the same statement on another
 * connection waits for the first if that still runs; where it finds nothing to do, the event says whether this request has
 * done it. Throws outcome_unknown while PostgreSQL cannot be asked. Source: contract part 3 "Secrecy".
 */
export function settleWrites(drops: DropStore): DropStore {
  async function settle<Outcome>(
    change: Change,
    write: () => Promise<Outcome>,
    readDone: (owner: string) => Promise<Outcome>,
  ): Promise<Outcome> {
    try {
      return await write();
    } catch (error) {
      if (!mayHaveCommitted(error)) throw error;
    }
    try {
      const again = await write();
      const owner = again ? undefined : await drops.findChanged(change);
      return owner === undefined ? again : await readDone(owner);
    } catch (error) {
      if (!isDependencyLost(error)) throw error;
      throw new ApiError(errors.outcomeUnknown, { retryAfterSeconds: 2, cause: error });
    }
  }
  /** Nothing about another owner's drop, where the id is theirs by then. */
  const read = (id: string) => (owner: string) => drops.find(id, owner);
  return {
    ...drops,
    reserve: (row, actor) =>
      settle({ event: 'reserved', id: row.id, actor }, () => drops.reserve(row, actor), read(row.id)),
    store: (row, actor) =>
      settle({ event: 'stored', id: row.id, actor }, () => drops.store(row, actor), read(row.id)),
    activate: (row, actor) =>
      settle({ event: row.event, id: row.id, actor }, () => drops.activate(row, actor), read(row.id)),
    consume: (id, lock, actor) =>
      settle({ event: 'consumed', id, actor }, () => drops.consume(id, lock, actor), read(id)),
    revoke: (id, owner, actor) =>
      settle({ event: 'revoked', id, actor }, () => drops.revoke(id, owner, actor), read(id)),
    remove: (id, owner, actor) =>
      settle(
        { event: 'deleted', id, actor },
        () => drops.remove(id, owner, actor),
        async () => true,
      ),
  };
}
