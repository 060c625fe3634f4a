import fc from 'fast-check';
import { ownCases, type AnyRow } from './cases.ts';
import { allCallers, callers, callersOf, type SearchCaller } from './people.ts';
import type { SearchCase } from './search-case.ts';
import { openPlace } from './search-place.ts';
import { openTrial, type Trial } from './trial.ts';

type Step =
  | { act: 'put'; of: SearchCaller; ms: number; sample: object }
  | { act: 'remove'; pick: number }
  | { act: 'offset' | 'page_number'; at: number; caller: SearchCaller; filters: object; limit: number }
  | { act: 'next'; limit: number };

/** Rows that come and go, and looks at the pages of whoever is let in. */
function stepsOf(search: SearchCase<AnyRow>): fc.Arbitrary<Step[]> {
  const { samples, filters } = search;
  const limit = fc.constantFrom(1, 2, 3, 5, 100);
  const look = fc.constantFrom(...callersOf(search)).chain((caller) =>
    fc.record({
      act: fc.constantFrom('offset' as const, 'page_number' as const),
      at: fc.integer({ min: 1, max: 12 }),
      caller: fc.constant(caller),
      filters: filtersFor(caller, filters),
      limit,
    }),
  );
  const put = fc.record({
    act: fc.constant('put' as const),
    of: fc.constantFrom(...allCallers),
    ms: fc.integer({ min: 0, max: 6 }),
    sample: fc.constantFrom(...samples),
  });
  const remove = fc.record({ act: fc.constant('remove' as const), pick: fc.nat(40) });
  const next = fc.record({ act: fc.constant('next' as const), limit });
  const history = fc.array(
    fc.oneof({ weight: 2, arbitrary: put }, remove, look, { weight: 2, arbitrary: next }),
    {
      minLength: 20,
      maxLength: 40,
      size: 'max',
    },
  );
  return fc
    .tuple(fc.array(put, { minLength: 10, maxLength: 20, size: 'max' }), history)
    .map(([first, rest]) => [...first, ...rest]);
}

/** Few at a time, so that some rows are left to find. */
function filtersFor(caller: SearchCaller, filters: SearchCase<AnyRow>['filters']): fc.Arbitrary<object> {
  const known = Object.entries(filters).filter(
    ([, { isForOperators = false }]) => !isForOperators || caller === callers.operator,
  );
  const one = fc
    .constantFrom(...known)
    .chain(([name, { good }]) =>
      fc.constantFrom(...good, ...good, '', null).map((value) => ({ [name]: value })),
    );
  return fc.array(one, { maxLength: 2 }).map((some) => Object.assign({}, ...some) as object);
}

test.each(ownCases.map((search) => [search.path, search] as const))(
  'POST %s: whatever comes, goes and is asked for, each answer is the slice of an array',
  async (_path, search) => {
    const trial = await openTrial(search, await openPlace());
    const run = fc.asyncProperty(stepsOf(search), (steps) => play(trial, steps));
    await fc.assert(run.afterEach(trial.clear), { numRuns: 2 });
  },
);

async function play({ put, remove, prove }: Trial, steps: readonly Step[]): Promise<void> {
  let rows: AnyRow[] = [];
  let last: { caller: SearchCaller; filters: object; next: Awaited<ReturnType<Trial['prove']>> } | undefined;
  for (const step of steps) {
    if (step.act === 'put') rows.push(await put(step.of, step));
    else if (step.act === 'remove') {
      const row = rows[step.pick % Math.max(rows.length, 1)];
      rows = rows.filter((one) => one !== row);
      if (row !== undefined) await remove(row);
    } else if (step.act !== 'next') {
      const { caller, filters, limit, act, at } = step;
      const start = { offset: act === 'offset' ? at : (at - 1) * limit };
      last = { caller, filters, next: await prove(caller, { ...filters, start, limit, [act]: at }) };
    } else if (last?.next !== undefined) {
      const { caller, filters, next } = last;
      const given = { ...filters, start: next.start, limit: step.limit, cursor: next.cursor };
      last = { caller, filters, next: await prove(caller, given) };
    }
  }
}
