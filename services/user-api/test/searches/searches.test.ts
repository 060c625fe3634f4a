import { routes } from '../../src/routes.ts';
import { searchSpecs } from '../../src/routes/search-specs.ts';
import { cases } from './cases.ts';
import { proveSearches } from './prove-searches.ts';

test('every search of the service is under test, and has a spec that is named after it', () => {
  const underTest = cases.map(({ path }) => path).sort();
  const searches = routes.filter(({ output }) => Object.hasOwn(output.properties, 'next_cursor'));
  expect(underTest).toEqual(searches.map(({ path }) => path).sort());
  const keys = Object.values(searchSpecs).map(({ key }) => key);
  expect(keys.sort()).toEqual(underTest.map((path) => `user-api${path.replaceAll('/', '.')}`));
});

proveSearches(cases);
