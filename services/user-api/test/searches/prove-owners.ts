import { pageInputProperties } from '@latchkey/pagination';
import { personAccess } from '../../src/access/person-access.ts';
import { routes } from '../../src/routes.ts';
import { cases, type AnyRow } from './cases.ts';
import { allCallers, callers, callersOf } from './people.ts';
import type { SearchFilter } from './search-case.ts';
import type { Trial } from './trial.ts';

/** Values that no filter takes; each filter gets one of them. */
const neverGood = [7, [], ['active'], { a: 1 }, 'x'.repeat(201)];

/** Whose rows, which of them, and what is in them. Source: contract part 2 "Guarded routes". */
export function proveOwners(trialOf: () => Trial): void {
  const filters = (): [string, SearchFilter<AnyRow>][] => Object.entries(trialOf().search.filters);
  let sample: AnyRow;
  beforeAll(async () => {
    const { put, search } = trialOf();
    sample = await put(trialOf().usual, search.samples[0] && { sample: search.samples[0] });
    for (const caller of allCallers)
      for (const [at, one] of search.samples.entries()) await put(caller, { ms: at + 1, sample: one });
  });

  test('200 with the whole item, and no other key', async () => {
    const { search, find } = trialOf();
    const { items } = await find(trialOf().usual, { limit: 100 });
    const item = items.find((one) => search.idOfItem(one) === search.idOfRow(sample));
    expect(item).toEqual(search.item(sample));
    for (const one of items) expect(Object.keys(one).sort()).toEqual(Object.keys(item ?? {}).sort());
  });

  test.each(allCallers.map((caller) => [caller.name, caller] as const))(
    'for %s the rows that are theirs to see, and their number',
    async (_name, caller) => {
      const { search, send, idsOf, fail } = trialOf();
      if (!callersOf(search).includes(caller)) {
        const code = search.access === 'operator' ? 'insufficient_scope' : 'forbidden';
        expect(await fail(caller, {})).toEqual([403, code, undefined]);
        return;
      }
      const { body } = await send(caller, { limit: 100 });
      expect(idsOf(body.data)).toEqual(trialOf().ids(caller));
      expect(body.data.total_count).toBe(trialOf().ids(caller).length);
    },
  );

  test('200 with what each value of a filter finds, for who sees most and another caller, and never more', async () => {
    const { send, idsOf, search, ids: idsFor } = trialOf();
    const letIn = callersOf(search);
    const values = filters().flatMap(([name, filter]) =>
      filter.good.map((value) => ({ ...filter, name, value })),
    );
    for (const [turn, { name, value, absent, isForOperators, isOfOwners }] of values.entries()) {
      const given = { [name]: value };
      const most = search.access === 'account' ? callers.ada : isOfOwners ? callers.bob : callers.operator;
      const asking = new Set([most, letIn[turn % letIn.length]!]);
      for (const caller of letIn.filter((one) => asking.has(one))) {
        const { status, body } = await send(caller, { ...given, limit: 100 });
        const isLetIn = !isForOperators || caller === callers.operator;
        const ids = idsFor(caller, given);
        const wanted = isLetIn ? [200, ids, ids.length] : [403, name];
        const { data } = body;
        const got = isLetIn ? [status, idsOf(data), data.total_count] : [status, body.field];
        expect({ given, caller: caller.name, got }).toEqual({ given, caller: caller.name, got: wanted });
      }
      const [found, all] = [idsFor(most, given).length, idsFor(most).length];
      const isTelling = found > 0 && (found < all || String(value) === String(absent));
      expect({ given, isTelling }).toEqual({ given, isTelling: true });
    }
  });

  test.each([null, ''])('200 with %j for every filter as with none', async (blank) => {
    const { usual, idsOf, find, ids } = trialOf();
    const given = Object.fromEntries(filters().map(([name]) => [name, blank]));
    expect(idsOf(await find(usual, { ...given, limit: 100 }))).toEqual(ids(usual));
  });

  test('200 with keys that this search does not know, the filters of the others among them', async () => {
    const { search, send, idsOf, ids } = trialOf();
    const others = Object.fromEntries(
      cases
        .flatMap((one) => Object.entries(one.filters))
        .filter(([name]) => !Object.hasOwn(search.filters, name))
        .map(([name, { good }]) => [name, good[0]]),
    );
    const unknown = { ...others, sort: 'name', order: 'asc', where: { a: 1 }, scope_all: true, all: '1' };
    for (const caller of callersOf(search)) {
      const { body } = await send(caller, { ...unknown, limit: 100 });
      expect([caller.name, ...idsOf(body.data)]).toEqual([caller.name, ...ids(caller)]);
    }
  });

  test('400 with a value that does not fit its filter', async () => {
    const { fail } = trialOf();
    for (const [at, [name, { bad, isForOperators }]] of filters().entries()) {
      const caller = isForOperators === true ? callers.operator : trialOf().usual;
      for (const value of [...bad, neverGood[at % neverGood.length]]) {
        const got = await fail(caller, { [name]: value });
        expect([name, value, ...got]).toEqual([name, value, 400, 'invalid_filter', name]);
      }
    }
    const [first = ''] = Object.keys(trialOf().search.filters);
    expect(await fail(callers.operator, { [first]: 'nul \0' })).toEqual([400, 'malformed_body', undefined]);
  });

  test('the suite knows every filter of the search', () => {
    const { input } = routes.find(({ path }) => path === trialOf().search.path) ?? { input: undefined };
    const shared = [...Object.keys(personAccess.fields ?? {}), ...Object.keys(pageInputProperties)];
    const ofRoute = Object.keys(input?.properties ?? {}).filter((name) => !shared.includes(name));
    expect(Object.keys(trialOf().search.filters).sort()).toEqual(ofRoute.sort());
  });
}
