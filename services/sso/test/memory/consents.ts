import { slicePage } from '@latchkey/pagination';
import type { Consent, Consents } from '../../src/consent/consents.ts';

export interface ConsentRow extends Consent {
  readonly id: string;
  readonly userId: string;
}

/** The Postgres store's twin over rows that are given; the same contract suite holds both. */
export function createMemoryConsents(given: readonly ConsentRow[]): Consents {
  let rows = given;
  return {
    search(userId, { clientId, scope, state, search = '' }, plan) {
      const part = search.toLowerCase();
      const found = rows.filter(
        (row) =>
          row.userId === userId &&
          (clientId === undefined || row.clientId === clientId) &&
          (scope === undefined || row.scope.includes(scope)) &&
          (state === undefined || row.state === state) &&
          [row.clientName, row.clientId].some((name) => name.toLowerCase().includes(part)),
      );
      const slice = slicePage(found, plan, ({ createdAt, id }) => ({ createdAtMs: createdAt.getTime(), id }));
      const items = slice.items.map(({ id: _id, userId: _userId, ...consent }) => consent);
      return Promise.resolve({ ...slice, items });
    },
    revoke(userId, clientId) {
      const known = rows.find((row) => row.userId === userId && row.clientId === clientId);
      if (known === undefined) return Promise.resolve(undefined);
      rows = rows.map((row) => (row === known ? { ...row, state: 'revoked' } : row));
      return Promise.resolve(known.state === 'active');
    },
    revokeAll(userId) {
      rows = rows.map((row) => (row.userId === userId ? { ...row, state: 'revoked' } : row));
      return Promise.resolve();
    },
  };
}
