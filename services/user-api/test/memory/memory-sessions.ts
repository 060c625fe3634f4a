import {
  childIdleSeconds,
  rootIdleSeconds,
  touchIntervalSeconds,
  type NewSession,
  type SessionStore,
} from '../../src/session/session.ts';

interface Row extends NewSession {
  readonly revokedAt: Date | null;
}

/** The memory twin of the session store. */
export function createMemorySessions(): SessionStore {
  const rows = new Map<string, Row>();

  function isLive(row: Row, now: Date): boolean {
    const idleSeconds = row.kind === 'root' ? rootIdleSeconds : childIdleSeconds;
    const root = row.rootId === null ? undefined : rows.get(row.rootId);
    return (
      row.revokedAt === null &&
      (root?.revokedAt ?? null) === null &&
      row.expiresAt > now &&
      row.lastSeenAt.getTime() + idleSeconds * 1000 > now.getTime()
    );
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

  function revokeWhere(isMeant: (row: Row) => boolean, now: Date): string[] {
    const ended = [...rows.values()].filter((row) => row.revokedAt === null && isMeant(row));
    for (const row of ended) rows.set(row.id, { ...row, revokedAt: now });
    return ended.map(({ id }) => id);
  }

  return {
    start(sessions) {
      for (const session of sessions) rows.set(session.id, { ...session, revokedAt: null });
      return Promise.resolve();
    },
    find: (sessionId, now) => find(({ id }) => id === sessionId, now),
    findLive: (sessionId, now) => findLive(({ id }) => id === sessionId, now),
    findLiveRoot: (tokenHash, now) => findLive((row) => row.tokenHash === tokenHash, now),
    touch(sessionId, now) {
      const row = rows.get(sessionId);
      if (row && now.getTime() - row.lastSeenAt.getTime() > touchIntervalSeconds * 1000)
        rows.set(sessionId, { ...row, lastSeenAt: now });
      return Promise.resolve();
    },
    revoke: (sessionId, now) =>
      Promise.resolve(revokeWhere((row) => row.id === sessionId || row.rootId === sessionId, now)),
    findOwner(sessionId) {
      const row = rows.get(sessionId);
      return Promise.resolve(row?.revokedAt === null ? row.userId : undefined);
    },
    revokeAll(userId, now, { kept = [], orgId } = {}) {
      const isMeant = (row: Row) =>
        row.userId === userId && !kept.includes(row.id) && (orgId === undefined || row.orgId === orgId);
      return Promise.resolve(revokeWhere(isMeant, now));
    },
  };
}
