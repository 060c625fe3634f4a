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

test.each([
  ['a missing field', { tags: [] }, 'missing', 'id', 'id is required', undefined],
  [
    'another type',
    { ...fitting, 'auth.user': 1 },
    'type',
    'auth.user',
    'auth.user must be string',
    undefined,
  ],
  [
    'a name with the signs of a path',
    { ...fitting, 'a/b~c': 'x' },
    'type',
    'a/b~c',
    'a/b~c must be integer',
    undefined,
  ],
  [
    'a value that is too short',
    { ...fitting, id: 'a' },
    'value',
    'id',
    'id must NOT have fewer than 2 characters',
    undefined,
  ],
  [
    'a value of another form, in words',
    { ...fitting, slug: 'A' },
    'value',
    'slug',
    'slug must be lower-case letters',
    undefined,
  ],
  [
    'a bad item, by its field',
    { ...fitting, tags: ['a', 1] },
    'type',
    'tags',
    'tags must be string',
    undefined,
  ],
  [
    'a code of the schema itself',
    { ...fitting, status: 'gone' },
    'value',
    'status',
    'status must be one of active, archived',
    'invalid_filter',
  ],
])('%s', (_what, input, kind, field, message, errorCode) => {
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
