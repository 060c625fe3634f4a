import type { PagePlan } from '@latchkey/pagination';
import { createAccountStore } from '../../src/store/accounts/account-store.ts';
import { makeAccount } from '../setup/accounts.ts';
import { database, keepRows } from '../setup/test-database.ts';
import { insertAccount } from './rows.ts';

/** Hours after the beginning of a day; several users are of one moment, and some at midnight. */
const hours = [0, 0, 5, 23, 24, 30, 30, 47, 48, 60, 71, 72, 80, 96, 97, 120];
const startMs = Date.UTC(2026, 11, 1);
const atHour = (hour: number) => startMs + hour * 3_600_000;

keepRows();
const made: { readonly id: string; readonly createdMs: number }[] = [];

beforeAll(async () => {
  for (const hour of hours) {
    const id = crypto.randomUUID();
    const account = makeAccount({ id, email: `${id}@example.test` });
    await insertAccount(database, account, [], new Date(atHour(hour)));
    made.push({ id, createdMs: atHour(hour) });
  }
});

const offsetPlan = (offset: number, limit: number): PagePlan => ({
  kind: 'offset',
  limit,
  offset,
  binding: '',
});

// Bounds at midnight, within a day, within one and the same day, and beyond all rows.
const bounds = [undefined, 0, 4, 24, 31, 72, 200];
// Each with three others: itself, the next and the one after it but one.
const periods = bounds.flatMap((from, at) =>
  [0, 1, 3].map((more) => [from, bounds[(at + more) % bounds.length]] as const),
);

test.each(periods)(
  'from hour %s to hour %s: total, pages and ranks are those of the rows',
  async (from, to) => {
    const { search } = createAccountStore(database);
    const filters = {
      createdFromMs: from === undefined ? undefined : atHour(from),
      createdToMs: to === undefined ? undefined : atHour(to),
    };
    const expected = made
      .filter(({ createdMs }) => createdMs >= (filters.createdFromMs ?? -Infinity))
      .filter(({ createdMs }) => createdMs < (filters.createdToMs ?? Infinity))
      .toSorted((left, right) => right.createdMs - left.createdMs || (left.id < right.id ? 1 : -1))
      .map(({ id }) => id);
    const page = async (plan: PagePlan) => {
      const { items, totalCount, offset, lastKey } = await search(filters, plan);
      expect(totalCount).toBe(expected.length);
      expect(items.map(({ id }) => id)).toEqual(expected.slice(offset, offset + plan.limit));
      return lastKey;
    };
    for (let offset = 0; offset < expected.length + 3; offset += 3) {
      const after = await page(offsetPlan(offset, 3));
      if (after !== null) await page({ kind: 'keyset', limit: 3, after, binding: '' });
    }
  },
);
