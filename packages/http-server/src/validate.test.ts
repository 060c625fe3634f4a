import { compileInput } from './validate.ts';

const fields = {
  required: ['id', 'tags'],
  properties: {
    id: { type: 'string', minLength: 2 },
    'auth.user': { type: 'string' },
    'a/b~c': { type: 'integer' },
    slug: { type: 'string', pattern: '^[a-z]+$', allowed: 'lower-case letters' },
    tags: { type: 'array', items: { type: 'string' } },
    status: { type: 'string', enum: ['active', 'archived'], errorCode: 'invalid_filter' },
  },
} as const;
const fitting = { id: 'ab', tags: [] };
const validate = compileInput(fields);

test.each<[kind: string, message: string, changes: object]>([
  ['missing', 'id is required', { id: undefined }],
  ['type', 'auth.user must be string', { 'auth.user': 1 }],
  ['type', 'a/b~c must be integer', { 'a/b~c': 'x' }],
  ['value', 'id must NOT have fewer than 2 characters', { id: 'a' }],
  ['value', 'slug must be lower-case letters', { slug: 'A' }],
  ['type', 'tags must be string', { tags: ['a', 1] }],
  ['value', 'status must be one of active, archived', { status: 'gone' }],
])('%s: %s for %j', (kind, message, changes) => {
  const input = Object.fromEntries(
    Object.entries({ ...fitting, ...changes }).filter(([, value]) => value !== undefined),
  );
  const [field] = Object.keys(changes);
  const errorCode = field === 'status' ? 'invalid_filter' : undefined;
  expect(validate(input)).toEqual([{ kind, field, message, errorCode }]);
});

test('several issues come in the order of the schema', () => {
  const issues = validate({ status: 1, 'auth.user': 1 });
  expect(issues.map(({ field }) => field)).toEqual(['id', 'auth.user', 'tags', 'status', 'status']);
});

test('no message repeats a value', () => {
  expect(JSON.stringify(validate({ id: '', tags: 'CANARY', status: 'CANARY' }))).not.toContain('CANARY');
});

test('an input that fits has no issue', () => {
  expect(validate(fitting)).toEqual([]);
});

test('a pattern without words is refused at start', () => {
  const bare = { properties: { slug: { type: 'string', pattern: '^[a-z]+$' } } } as const;
  expect(() => compileInput(bare)).toThrow('The schema of slug has a pattern');
});

test('one schema is compiled once', () => {
  expect(compileInput(fields)).toBe(validate);
});
