import { createSample } from '@latchkey/testing';
import type { AnyRow } from './cases.ts';
import { proveInputs } from './prove-inputs.ts';
import { proveOwners } from './prove-owners.ts';
import { proveWalks } from './prove-walks.ts';
import type { SearchCase } from './search-case.ts';
import { openPlace } from './search-place.ts';
import { openTrial, type Choose, type Trial } from './trial.ts';

/**
 * What every search keeps to. All of them read their inputs by the same code: every value is tried at the first search;
 * the others take turns, so that together they get every value once more.
 */
export function proveSearches(searches: readonly SearchCase<AnyRow>[]): void {
  const parts: [string, (trialOf: () => Trial, choose: Choose) => void][] = [
    ['inputs', proveInputs],
    ['pages', proveWalks],
    ['rows', proveOwners],
  ];
  const inFull = createSample(searches, () => 'reads its inputs as the others do');
  const rows = searches.map((search, at) => [search.path, search, at] as const);
  describe.each(rows)('POST %s', (_path, search, at) => {
    const choose: Choose = (values) =>
      inFull.has(search) ? values : values.filter((_, turn) => turn === at % values.length);
    describe.each(parts)('%s', (_part, prove) => {
      let trial: Trial;
      beforeAll(async () => {
        trial = await openTrial(search, await openPlace());
      });
      prove(() => trial, choose);
    });
  });
}
