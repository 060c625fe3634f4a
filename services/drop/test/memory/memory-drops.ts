import { slicePage } from '@latchkey/pagination';
import type { Deposit, DropFilters, DropStore, Reservation } from '../../src/drop/drop-store.ts';
import type { Actor, Drop, DropStatus, Term } from '../../src/drop/drop.ts';
import type { UpkeepBatch, UpkeepStore } from '../../src/drop/upkeep.ts';
import type { Lock, Sealed } from '../../src/secrecy/sealed.ts';

export interface RecordedEvent {
  readonly dropId: string;
  readonly owner: string;
  readonly event: string;
  readonly actor: string;
  readonly requestId: string | null;
  readonly callerRequestId: string | null;
  readonly reason: string | null;
}

interface Row extends Omit<Drop, 'asOf'> {
  readonly endedAt: Date | null;
  readonly sealed: Sealed | null;
}

/** Both stores of drops in memory; `now` stands for the database's clock. */
export function createMemoryDrops(now: () => number) {
  const rows = new Map<string, Row>();
  const events: RecordedEvent[] = [];
  const clock = () => new Date(now());

  const record = (
    row: { id: string; owner: string },
    event: string,
    actor: Actor,
    reason: string | null = null,
  ) =>
    void events.push({
      dropId: row.id,
      owner: row.owner,
      event,
      actor: actor.id,
      requestId: actor.requestId,
      callerRequestId: actor.callerRequestId ?? null,
      reason,
    });

  const put = (row: Row, event: string, actor: Actor): Drop => {
    rows.set(row.id, row);
    record(row, event, actor);
    return view(row);
  };

  const derive = ({ status, expiresAt }: Row): DropStatus =>
    (status === 'reserved' || status === 'active') && expiresAt.getTime() <= now() ? 'expired' : status;

  const view = ({ sealed: _sealed, endedAt: _endedAt, ...row }: Row): Drop => ({
    ...row,
    status: derive(rows.get(row.id) ?? { ...row, sealed: null, endedAt: null }),
    asOf: clock(),
  });

  const expiry = ({ ttlSeconds, untilMs }: Term): Date =>
    new Date(Math.min(ttlSeconds === null ? Infinity : now() + ttlSeconds * 1000, untilMs ?? Infinity));

  const create = (deposit: Omit<Deposit, 'sealed'> & { sealed: Sealed | null }, status: DropStatus): Row => ({
    id: deposit.id,
    owner: deposit.owner,
    status,
    anonymous: deposit.anonymous,
    kind: deposit.kind,
    metadata: deposit.metadata,
    payloadFormat: deposit.sealed && deposit.payloadFormat,
    contentType: deposit.contentType,
    size: deposit.sealed && deposit.size,
    createdAt: clock(),
    activatedAt: deposit.sealed && clock(),
    expiresAt: expiry(deposit.term),
    consumedAt: null,
    consumedBy: null,
    consumeRequestId: null,
    callerRequestId: null,
    revokedAt: null,
    endedAt: null,
    sealed: deposit.sealed,
  });

  const named = (id: string, owner = rows.get(id)?.owner) => {
    const row = rows.get(id);
    return row?.owner === owner ? row : undefined;
  };

  const lockedBy = (id: string, { salt, verifier }: Lock) => {
    const row = rows.get(id);
    const fits = row?.sealed && same(row.sealed.salt, salt) && same(row.sealed.verifier, verifier);
    return row && fits && derive(row) === 'active' ? row : undefined;
  };

  const hasRoom = (
    { owner, quota }: Pick<Reservation, 'owner' | 'quota'>,
    moreDrops: number,
    moreBytes: number,
  ) => {
    // As in the database, an overdue drop counts until the upkeep has seen it.
    const held = [...rows.values()].filter((row) => row.owner === owner && row.endedAt === null);
    const bytes = held.reduce((sum, { sealed }) => sum + (sealed?.ciphertext.length ?? 0), 0);
    const fits = (limit: number, kept: number, more: number) =>
      limit === 0 || more === 0 || kept + more <= limit;
    return fits(quota.maxDrops, held.length, moreDrops) && fits(quota.maxBytes, bytes, moreBytes);
  };

  const list = (filters: DropFilters, owner: string | null) =>
    [...rows.values()].filter(
      (row) =>
        (owner === null || row.owner === owner) &&
        (filters.status === null || derive(row) === filters.status) &&
        (filters.kind === null || row.kind === filters.kind),
    );

  const page = (found: Row[], plan: Parameters<DropStore['listAll']>[1]) => {
    const slice = slicePage(found, plan, ({ createdAt, id }) => ({ createdAtMs: createdAt.getTime(), id }));
    return { ...slice, items: slice.items.map(view) };
  };

  const drops: DropStore = {
    async reserve(reservation, actor) {
      if (rows.has(reservation.id)) return undefined;
      if (!hasRoom(reservation, 1, 0)) return 'quota_exceeded';
      const empty = { payloadFormat: 'json', contentType: null, size: 0, sealed: null } as const;
      return put(create({ ...reservation, ...empty }, 'reserved'), 'reserved', actor);
    },
    async store(deposit, actor) {
      if (rows.has(deposit.id)) return undefined;
      if (!hasRoom(deposit, 1, deposit.sealed.ciphertext.length)) return 'quota_exceeded';
      return put(create(deposit, 'active'), 'stored', actor);
    },
    async activate(deposit, actor) {
      const row = rows.get(deposit.id);
      if (!row || row.owner !== deposit.owner || derive(row) !== 'reserved') return undefined;
      if (!hasRoom(deposit, 0, deposit.sealed.ciphertext.length)) return 'quota_exceeded';
      const fresh = create(
        { ...deposit, term: deposit.term ?? { ttlSeconds: null, untilMs: row.expiresAt.getTime() } },
        'active',
      );
      return put({ ...fresh, createdAt: row.createdAt }, 'activated', actor);
    },
    async find(id, owner) {
      const row = named(id, owner);
      return row && view(row);
    },
    async findLocked(id, owner) {
      const row = named(id, owner);
      if (!row) return undefined;
      return { drop: view(row), lock: derive(row) === 'active' ? row.sealed : null };
    },
    async readCiphertext(id, lock) {
      const sealed = lockedBy(id, lock)?.sealed ?? undefined;
      return sealed && { nonce: sealed.nonce, ciphertext: sealed.ciphertext };
    },
    async consume(id, lock, actor) {
      const row = lockedBy(id, lock);
      if (!row) return undefined;
      const receipt = {
        consumedAt: clock(),
        consumedBy: actor.id,
        consumeRequestId: actor.requestId,
        callerRequestId: actor.callerRequestId ?? null,
      };
      return put(
        { ...row, ...receipt, status: 'consumed', endedAt: clock(), sealed: null },
        'consumed',
        actor,
      );
    },
    async revoke(id, owner, actor) {
      const row = rows.get(id);
      if (!row || row.owner !== owner || !['reserved', 'active'].includes(derive(row))) return undefined;
      const ended = { revokedAt: clock(), endedAt: clock(), sealed: null };
      return put({ ...row, ...ended, status: 'revoked' }, 'revoked', actor);
    },
    async remove(id, owner, actor) {
      const row = rows.get(id);
      if (!row || row.owner !== owner) return false;
      record(row, 'deleted', actor);
      return rows.delete(id);
    },
    listOwn: async (owner, filters, plan) => page(list(filters, owner), plan),
    listAll: async (filters, plan) => page(list(filters, null), plan),
    recordDenial: async ({ drop, actor, reason }) => record(drop, 'denied', actor, reason),
  };

  const isPast = (row: Row, retentionSeconds: number) =>
    row.endedAt !== null && row.endedAt.getTime() <= now() - retentionSeconds * 1000;

  const removeAll = (due: Row[], event: string, actor: Actor): number => {
    for (const row of due) {
      rows.delete(row.id);
      record(row, event, actor);
    }
    return due.length;
  };
  const system = { id: 'system', requestId: null };

  const upkeep: UpkeepStore = {
    async shredExpired(batch) {
      const overdue = [...rows.values()].filter(
        (row) => row.status !== 'expired' && derive(row) === 'expired',
      );
      const due = cut(overdue, batch);
      for (const row of due) {
        put({ ...row, status: 'expired', endedAt: row.expiresAt, sealed: null }, 'expired', system);
      }
      return due.length;
    },
    async removeEnded(batch, retentionSeconds) {
      const due = [...rows.values()].filter((row) => isPast(row, retentionSeconds));
      return removeAll(cut(due, batch), 'removed', system);
    },
    async cleanUp(batch, retentionSeconds, actor) {
      const due = [...rows.values()].filter(
        (row) => derive(row) === 'expired' || isPast(row, retentionSeconds),
      );
      const deleted = removeAll(cut(due, batch), 'deleted', actor);
      return { scanned: deleted, deleted };
    },
    async cleanUpOne(id, retentionSeconds, actor) {
      const row = rows.get(id);
      if (!row) return { scanned: 0, deleted: 0 };
      const due = derive(row) === 'expired' || isPast(row, retentionSeconds) ? [row] : [];
      return { scanned: 1, deleted: removeAll(due, 'deleted', actor) };
    },
    prepareMonths: async () => undefined,
    removeOldEvents: async () => 0,
  };
  return { drops, upkeep, events };
}

function cut(due: Row[], batch: UpkeepBatch): Row[] {
  let before = 0;
  return due.slice(0, batch.rows).filter(({ sealed }) => {
    const fits = before < batch.bytes;
    before += sealed?.ciphertext.length ?? 0;
    return fits;
  });
}

function same(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
