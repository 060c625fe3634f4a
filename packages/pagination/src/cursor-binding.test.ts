import fc from 'fast-check';
import { digestBinding, type BindingValue } from './cursor-binding.ts';
import { definePageSpec } from './page-spec.ts';

const spec = definePageSpec({ key: 'notes.search', defaultLimit: 20, cursorScope: ['owner', 'org'] });
const scope = { owner: 'u1', org: null };
const digest = (filters: Record<string, BindingValue>) => digestBinding(spec, { filters, scope });
const base = digest({ status: 'active', archived: false });

test.each<[string, string]>([
  ['another value', digest({ status: 'expired', archived: false })],
  ['one filter less', digest({ status: 'active' })],
  ['one filter more', digest({ status: 'active', archived: false, name: 'x' })],
  ['a value of another type', digest({ status: 'active', archived: 'false' })],
  ['values swapped between filters', digest({ status: false, archived: 'active' })],
  ['text that imitates the next filter', digest({ archived: 'false","status":"active' })],
  [
    'another owner',
    digestBinding(spec, {
      filters: { status: 'active', archived: false },
      scope: { owner: 'u2', org: null },
    }),
  ],
  [
    'an org',
    digestBinding(spec, { filters: { status: 'active', archived: false }, scope: { owner: 'u1', org: 'o' } }),
  ],
  [
    'another endpoint',
    digestBinding({ ...spec, key: 'notes.list' }, { filters: { status: 'active', archived: false }, scope }),
  ],
  [
    'a filter that passes for ownership',
    digestBinding(
      { ...spec, cursorScope: [] },
      { filters: { status: 'active', archived: false, owner: 'u1' }, scope: {} },
    ),
  ],
])('%s is another binding', (_, other) => {
  expect(other).not.toBe(base);
});

test('the order of filters and those not given do not matter', () => {
  expect(digest({ archived: false, name: undefined, search: null, status: 'active' })).toBe(base);
});

test('two filter sets share a binding only when they are equal', () => {
  const values = fc.oneof(fc.string(), fc.integer(), fc.boolean());
  const sets = fc.dictionary(fc.constantFrom('a', 'b', 'c'), values, { noNullPrototype: true });
  fc.assert(
    fc.property(sets, sets, (left, right) => {
      const equal =
        Object.keys(left).length === Object.keys(right).length &&
        Object.entries(left).every(([name, value]) => right[name] === value);
      expect(digest(left) === digest(right)).toBe(equal);
    }),
  );
});
