import { slicePage } from '@latchkey/pagination';
import type { LogEntry } from '../../src/request-log/request-log.ts';
import type { Outcome } from '../../src/session/outcome.ts';
import { statusOf, type ListedSession, type SessionFilters } from '../../src/session/session-list.ts';
import type { NewSession, Opening, SessionStore } from '../../src/session/session-store.ts';
import { idleEndOf, isTouchDue } from '../../src/session/session.ts';
import type { Effects, MemoryAccounts } from './memory-accounts.ts';
import type { MemoryClients } from './memory-clients.ts';
import type { MemoryDevices } from './memory-devices.ts';
import { isOf } from './memory-request-log.ts';

interface Row extends NewSession {
  readonly revokedAt: Date | null;
}

export interface MemorySessions extends SessionStore {
  remove(sessionId: string): void;
  /** Stores sessions without a look at what they depend on. */
  add(...sessions: readonly (NewSession & Partial<Row>)[]): void;
  /** The part of a change elsewhere that ends sessions. */
  endNow: Effects['endSessions'];
  /** Ends sessions and what hangs on them. */
  endMade(made: readonly string[], now: Date): string[];
  /** Whether one of them has not ended. */
  isLeft(made: readonly string[]): boolean;
}

/** The session store in memory. */
export function createMemorySessions(
  accounts: Pick<MemoryAccounts, 'look' | 'slugOf' | 'spend' | 'putPassword' | 'noteLogin'>,
  clients: Pick<MemoryClients, 'look' | 'isClosedNow'>,
  devices: Pick<MemoryDevices, 'note'>,
  log: (row: LogEntry) => void,
  keep: (outcome: Outcome) => void = () => undefined,
): MemorySessions {
  const rows = new Map<string, Row>();

  function isLive(row: Row, now: Date): boolean {
    const root = row.rootId === null ? undefined : rows.get(row.rootId);
    return (
      row.revokedAt === null &&
      (root?.revokedAt ?? null) === null &&
      !clients.isClosedNow(row.clientId) &&
      idleEndOf(row) > now
    );
  }

  function list({ tokenHash: _tokenHash, ...row }: Row, now: Date): ListedSession {
    return {
      ...row,
      status: statusOf(row, now),
      clientName: clients.look(row.clientId)?.client.name ?? null,
      orgSlug: accounts.slugOf(row.orgId ?? '') ?? null,
      email: accounts.look(row.userId).account?.email ?? '',
    };
  }

  function find(matches: (row: Row) => boolean, now: Date) {
    const row = [...rows.values()].find(matches);
    if (row === undefined) return Promise.resolve(undefined);
    const { tokenHash: _tokenHash, revokedAt: _revokedAt, ...session } = row;
    return Promise.resolve({ session, isLive: isLive(row, now) });
  }

  async function findLive(matches: (row: Row) => boolean, now: Date) {
    const found = await find(matches, now);
    return found?.isLive ? found.session : undefined;
  }

  /** Level by level, as the real store does it. */
  function revokeWhere(
    precondition: (row: Row) => boolean,
    now: Date,
    kept: readonly string[] = [],
  ): string[] {
    const isLeft = (row: Row) => row.revokedAt === null && !kept.includes(row.id);
    const ended = [...rows.values()].filter((row) => isLeft(row) && precondition(row));
    for (const row of ended) rows.set(row.id, { ...row, revokedAt: now });
    const ids = ended.map(({ id }) => id);
    if (ids.length === 0) return [];
    const isFrom = ({ rootId, sourceId }: Row) => ids.includes(rootId ?? '') || ids.includes(sourceId ?? '');
    return [...ids, ...revokeWhere(isFrom, now, kept)];
  }

  function add(...sessions: readonly (NewSession & Partial<Row>)[]): void {
    for (const session of sessions) rows.set(session.id, { revokedAt: null, ...session });
  }

  function stands({ account: { id, tokensValidAfter }, orgId, sourceId, newPassword }: Opening): boolean {
    const { account, orgIds } = accounts.look(id);
    return (
      account?.status === 'active' &&
      account.tokensValidAfter?.getTime() === tokensValidAfter?.getTime() &&
      (newPassword === undefined ||
        (account.firstPasswordUntil !== null && account.passwordHash === newPassword.oldHash)) &&
      (orgId === null || orgIds.includes(orgId)) &&
      (sourceId === undefined || rows.get(sourceId)?.revokedAt === null)
    );
  }

  function makeRoom(made: readonly NewSession[], { account, room, row, sourceId = '' }: Opening): void {
    if (room === undefined) return;
    const kept = [...made.flatMap(({ id, rootId }) => [id, rootId ?? id]), sourceId];
    const usedAt = ({ id, lastSeenAt }: Row) =>
      Math.max(
        ...[...rows.values()].filter(({ rootId }) => rootId === id).map((child) => +child.lastSeenAt),
        +lastSeenAt,
      );
    const surplus = [...rows.values()]
      .filter((one) => one.userId === account.id && isLive(one, row.createdAt))
      .toSorted(
        (left, right) => +kept.includes(right.id) - +kept.includes(left.id) || usedAt(right) - usedAt(left),
      )
      .slice(room.most)
      .map(({ id }) => id);
    if (revokeWhere(({ id }) => surplus.includes(id), row.createdAt, kept).length > 0) log(room.row);
  }

  const endNow: Effects['endSessions'] = ({ userId, kept = [], orgId }, now) =>
    revokeWhere((row) => row.userId === userId && (orgId === undefined || row.orgId === orgId), now, kept);

  return {
    add,
    isLeft: (made) => made.some((id) => rows.get(id)?.revokedAt === null),
    endMade: (made, now) => revokeWhere(({ id }) => made.includes(id), now),
    start(sessions, opening) {
      const { account, deviceHash, factor, newPassword } = opening;
      if (!stands(opening)) return Promise.resolve(false);
      if (factor !== undefined && !accounts.spend(account.id, factor)) return Promise.resolve(false);
      add(...sessions);
      log(opening.row);
      if (deviceHash !== undefined) devices.note(account.id, deviceHash, opening.row.createdAt);
      if (opening.sourceId === undefined) accounts.noteLogin(account.id, opening.row.createdAt);
      if (newPassword !== undefined) {
        accounts.putPassword(account.id, newPassword.hash);
        log(newPassword.row);
      }
      if (opening.adminRow !== undefined) log(opening.adminRow);
      if (opening.outcome !== undefined) keep(opening.outcome);
      makeRoom(sessions, opening);
      return Promise.resolve(true);
    },
    find: (sessionId, now) => find(({ id }) => id === sessionId.toLowerCase(), now),
    findLive: (sessionId, now) => findLive(({ id }) => id === sessionId.toLowerCase(), now),
    findLiveRoot: (tokenHash, now) => findLive((row) => row.tokenHash === tokenHash, now),
    touch(sessionId, now) {
      const row = rows.get(sessionId);
      if (row && isTouchDue(row, now)) rows.set(sessionId, { ...row, lastSeenAt: now });
      return Promise.resolve();
    },
    revoke(sessionId, row) {
      const ended = revokeWhere(({ id }) => id === sessionId.toLowerCase(), row.createdAt);
      if (ended.length > 0) log(row);
      return Promise.resolve(ended);
    },
    findOwner(sessionId) {
      const row = rows.get(sessionId.toLowerCase());
      return Promise.resolve(row?.revokedAt === null ? { userId: row.userId, orgId: row.orgId } : undefined);
    },
    revokeAll(userId, row, { kept = [], orgId } = {}) {
      const which = { userId, kept, ...(orgId === undefined ? {} : { orgId }) };
      log(row);
      return Promise.resolve(endNow(which, row.createdAt));
    },
    endNow,
    remove: (sessionId) => void rows.delete(sessionId),
    search(scope, filters, { plan, now }) {
      const listed = [...rows.values()].map((row) => list(row, now));
      const found = listed.filter((row) => {
        const { email = '', name = '' } = accounts.look(row.userId).account ?? {};
        return isOf(scope, row) && fits(row, [email, name], filters);
      });
      const keyOf = ({ id, createdAt }: ListedSession) => ({ createdAtMs: createdAt.getTime(), id });
      return Promise.resolve(slicePage(found, plan, keyOf));
    },
  };
}

function fits(row: ListedSession, namesOfUser: readonly string[], filters: SessionFilters): boolean {
  const { createdFromMs = -Infinity, createdToMs = Infinity, org, search = '', ...exact } = filters;
  const createdAtMs = row.createdAt.getTime();
  const isExact = Object.entries(exact).every(
    ([field, value]) => value === undefined || row[field as keyof ListedSession] === value,
  );
  return (
    isExact &&
    createdAtMs >= createdFromMs &&
    createdAtMs < createdToMs &&
    (org === undefined || row.orgId === org.toLowerCase() || row.orgSlug === org) &&
    namesOfUser.some((text) => text.toLowerCase().includes(search.toLowerCase()))
  );
}
