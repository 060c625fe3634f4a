import type { AnyRow } from './cases.ts';
import { proveInputs } from './prove-inputs.ts';
import { proveOwners } from './prove-owners.ts';
import { proveWalks } from './prove-walks.ts';
import type { SearchCase } from './search-case.ts';
import { openPlace } from './search-place.ts';
import { openTrial, type Trial } from './trial.ts';

/** What every search keeps to. */
export function proveSearches(searches: readonly SearchCase<AnyRow>[]): void {
  const parts: [string, (trialOf: () => Trial) => void][] = [
    ['inputs', proveInputs],
    ['pages', proveWalks],
    ['rows', proveOwners],
  ];
  describe.each(searches.map((search) => [search.path, search] as const))('POST %s', (_path, search) => {
    describe.each(parts)('%s', (_part, prove) => {
      let trial: Trial;
      beforeAll(async () => {
        trial = await openTrial(search, await openPlace());
      });
      prove(() => trial);
    });
  });
}
