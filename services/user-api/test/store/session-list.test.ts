import type { PagePlan } from '@latchkey/pagination';
import { useTestDatabase } from '@latchkey/testing';
import { sessionStates } from '../../src/sessions/session-list.ts';
import type { NewSession, SessionStore } from '../../src/sessions/session-store.ts';
import { rootLifeSeconds } from '../../src/sessions/session.ts';
import { createDatabase } from '../../src/store/database.ts';
import { insertRows } from '../../src/store/insert-rows.ts';
import { createSessionStore } from '../../src/store/sessions/session-store.ts';
import { makeAccount, makeSession } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { startMs } from '../setup/signer.ts';
import { insertAccount } from './rows.ts';

const database = useTestDatabase('user-api', createDatabase);
const account = makeAccount({ email: 'lists@example.test' });

type Row = NewSession & { readonly revokedAt: Date | null };
interface Place {
  readonly store: SessionStore;
  add(rows: readonly Row[]): Promise<void>;
}

const openPlace: () => Promise<Place> = async () => {
  await insertAccount(database(), account);
  const add = async (rows: readonly Row[]) => void (await database().execute(insertRows('sessions', rows)));
  return { store: createSessionStore(database()), add };
};

const now = new Date(startMs);
const ago = (hours: number, ms = 0) => new Date(startMs - hours * 3_600_000 - ms);
const lifeHours = rootLifeSeconds / 3600;

/** Sessions of every age about the ends: when they began, were last used, and whether they were revoked. */
const rows: readonly Row[] = (['root', 'client'] as const).flatMap((kind) =>
  [
    ago(0),
    ago(24),
    ago(14 * 24),
    ago(lifeHours, -1),
    ago(lifeHours),
    ago(lifeHours, 1),
    ago(90 * 24),
  ].flatMap((createdAt) =>
    [createdAt, ago(24, -1), ago(24), ago(14 * 24, -1), ago(14 * 24), now]
      .filter((lastSeenAt) => lastSeenAt >= createdAt)
      .flatMap((lastSeenAt) =>
        [null, ago(0)].map((revokedAt) => ({
          ...makeSession({ id: crypto.randomUUID(), userId: account.id, kind, createdAt, lastSeenAt }),
          revokedAt,
        })),
      ),
  ),
);

describe('a list of sessions', () => {
  const plan: PagePlan = { kind: 'offset', limit: 1_000, offset: 0, binding: '' };
  const own = { all: false, userId: account.id, orgId: null } as const;
  let place: Place;
  beforeAll(async () => {
    place = await openPlace();
    await place.add(rows);
  });

  test('says of each session what the check of its tokens says', async () => {
    const { items } = await place.store.search(own, {}, { plan, now });
    const live = await Promise.all(
      rows.map(async ({ id }) => [id, (await place.store.find(id, now))?.isLive] as const),
    );
    expect(new Map(items.map(({ id, status }) => [id, status === 'active']))).toEqual(new Map(live));
    expect(new Set(items.map(({ status }) => status))).toEqual(new Set(sessionStates));
  });

  test.each([own, { all: true } as const])('finds by status what it shows with it, for %j', async (scope) => {
    const { items } = await place.store.search(scope, {}, { plan, now });
    const find = async (status: (typeof sessionStates)[number]) => {
      const found = await place.store.search(scope, { status }, { plan, now });
      return [status, found.totalCount, found.items.map(({ id }) => id)];
    };
    const wanted = sessionStates.map((status) => {
      const ids = items.filter((item) => item.status === status).map(({ id }) => id);
      return [status, ids.length, ids];
    });
    expect(await Promise.all(sessionStates.map(find))).toEqual(wanted);
  });

  test('shows a root and its children as revoked once the root is', async () => {
    const root = makeSession({ id: crypto.randomUUID(), userId: account.id, kind: 'root' });
    const child = makeSession({ id: crypto.randomUUID(), userId: account.id, rootId: root.id });
    await place.add([root, child].map((session) => ({ ...session, revokedAt: null })));
    const row = makeLogEntry();
    expect(await place.store.revoke(root.id, row)).toHaveLength(2);
    const { items } = await place.store.search(own, { status: 'revoked' }, { plan, now });
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([root.id, child.id]));
  });
});
