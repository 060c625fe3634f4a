import { routes } from '../../src/routes.ts';
import { cases } from './cases.ts';
import { proveSearches } from './prove-searches.ts';

test('every search of the service is under test', () => {
  const searches = routes.filter(({ output }) => Object.hasOwn(output.properties, 'next_cursor'));
  expect(cases.map(({ path }) => path).sort()).toEqual(searches.map(({ path }) => path).sort());
});

proveSearches(cases, () => undefined);
