import fc from 'fast-check';
import { jsonRequest, parseFault, readLeaves } from '../test/raw-requests.ts';

const ordinary = [
  'auth_token',
  'auth.token',
  'auth_dpop',
  'token',
  'limit',
  'a',
  'a.b',
  'auth.user',
  'deadDrop.id',
];
const odd = ['constructor', 'prototype', 'toString', 'hasOwnProperty', '', '"', '\\', '}', 'é'];
const keys = fc.constantFrom(...ordinary, ...odd);
const depthOfModel = { maxDepth: 5 };

/** The seven names, by hand. */
const seven = /^auth_(user|code|id|method|token|pass|org)$/;

function holdsReserved(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const entries = Object.entries(value);
  return entries.some(
    ([key, inner]) =>
      (key === 'constructor' && Object.hasOwn(Object(inner), 'prototype')) || holdsReserved(inner),
  );
}

/** What a body of these members comes to, the slow and obvious way: leaves, or the code of the first fault. */
function modelOf(members: [string, unknown][]): Record<string, unknown> | string {
  if (members.some(([key, value]) => holdsReserved({ [key]: value }))) return 'malformed_body';
  const pairs = members.flatMap(([key, value]): [string, unknown][] => {
    const isFlat =
      (key === 'auth' || key === 'deadDrop') && Object.prototype.toString.call(value) === '[object Object]';
    if (isFlat) return Object.entries(value as object).map(([part, inner]) => [`${key}.${part}`, inner]);
    return [[key.replace(seven, 'auth.$1'), value]];
  });
  const leaves = new Map<string, string>();
  for (const [name, value] of pairs) {
    const text = JSON.stringify(value);
    if (leaves.has(name) && leaves.get(name) !== text) {
      if (name !== 'limit') return 'ambiguous_parameter';
      leaves.set(name, JSON.stringify([JSON.parse(leaves.get(name) ?? ''), value].flat()));
    } else leaves.set(name, text);
  }
  for (const [name, text] of leaves) {
    if (name === 'auth' || name === 'deadDrop') return 'invalid_type';
    if ((name === 'token' || name.startsWith('auth.')) && !text.startsWith('"')) return 'invalid_type';
  }
  return Object.fromEntries([...leaves].map(([name, text]) => [name, JSON.parse(text)]));
}

const scalars = fc.constantFrom('', 'x', 'y', '"', '\\', '}', 1, 2, true, null, [], [1], {});
const values = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('x', 'y') },
  scalars,
  fc.dictionary(keys, scalars),
);
const flat = fc.dictionary(keys, fc.oneof({ weight: 3, arbitrary: fc.constant('x') }, scalars), {
  maxKeys: 3,
});
const members = fc.array(
  fc.oneof(
    fc.tuple(keys, values),
    fc.tuple(fc.constantFrom('auth', 'deadDrop'), fc.oneof({ weight: 5, arbitrary: flat }, values)),
  ) as fc.Arbitrary<[string, unknown]>,
  { maxLength: 6 },
);
const spaces = fc.constantFrom('', ' ', '\n\t');

function escapeAll(text: string): string {
  return text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

test('JSON bodies, doubled keys and escapes included, flatten as a naive model does', () => {
  fc.assert(
    fc.property(members, spaces, fc.boolean(), (body, space, isEscaped) => {
      const quote = (key: string) => (isEscaped ? `"${escapeAll(key)}"` : JSON.stringify(key));
      const parts = body.map(([key, value]) => [quote(key), JSON.stringify(value)].join(`${space}:${space}`));
      const raw = jsonRequest(`${space}{${space}${parts.join(`${space},${space}`)}${space}}${space}`);
      const model = modelOf(body);
      if (typeof model === 'string') expect(parseFault(raw, depthOfModel)).toMatchObject({ code: model });
      else expect(readLeaves(raw, depthOfModel)).toEqual(model);
    }),
    { numRuns: 1000 },
  );
});

test('a reserved key is refused at every place of a request', () => {
  const places = fc.array(fc.constantFrom('list', 'object'), { maxLength: 6 });
  const reserved = fc.constantFrom<[string, unknown][]>(
    ['__proto__', 1],
    ['__proto__', { isAdmin: true }],
    ['constructor', { prototype: {} }],
  );
  fc.assert(
    fc.property(places, reserved, fc.boolean(), (path, [key, value], isEscaped) => {
      const quoted = isEscaped ? `"${escapeAll(key)}"` : `"${key}"`;
      const bad = `{"x":1,${quoted}:${JSON.stringify(value)},"y":2}`;
      const body = path.reduce((inner, place) => (place === 'list' ? `[0,${inner}]` : `{"z":${inner}}`), bad);
      expect(parseFault(jsonRequest(`{"a":${body}}`), { maxDepth: 20 })).toEqual({ code: 'malformed_body' });
    }),
  );
});
