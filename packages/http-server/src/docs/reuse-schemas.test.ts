import { groupFields } from '@latchkey/contracts';
import { reuseSchemas, type Shared } from './reuse-schemas.ts';

const thing = { title: 'Thing', type: 'object', properties: { id: { type: 'string' } } } as const;
const create = (): Shared => ({ schemas: new Map() });

test('a schema with a title stands once, wherever it is used', () => {
  const shared = create();
  const reference = { $ref: '#/components/schemas/Thing' };
  const all = { type: 'object', properties: { one: thing, many: { type: 'array', items: thing } } };
  expect(reuseSchemas(all, shared)).toEqual({
    type: 'object',
    properties: { one: reference, many: { type: 'array', items: reference } },
  });
  expect([...shared.schemas]).toEqual([
    ['Thing', { type: 'object', properties: { id: { type: 'string' } } }],
  ]);
});

test('the same schema or null is a reference or null', () => {
  const shared = create();
  reuseSchemas(thing, shared);
  expect(reuseSchemas({ ...thing, type: ['object', 'null'] }, shared)).toEqual({
    anyOf: [{ $ref: '#/components/schemas/Thing' }, { type: 'null' }],
  });
});

test('fields of a group stand once, and an Error for a group that differs', () => {
  const shared = create();
  const text = { type: 'string' } as const;
  const fields = groupFields('Credentials', { user: text, code: text });
  expect(reuseSchemas({ type: 'object', properties: { ...fields, id: text } }, shared)).toEqual({
    type: 'object',
    properties: { id: text },
    allOf: [{ $ref: '#/components/schemas/Credentials' }],
  });
  expect(shared.schemas.get('Credentials')).toEqual({
    type: 'object',
    properties: { user: text, code: text },
  });
  const { user } = fields;
  expect(() => reuseSchemas({ type: 'object', properties: { user } }, shared)).toThrow('Credentials');
});

test('an Error for two different schemas with one title', () => {
  const shared = create();
  reuseSchemas(thing, shared);
  expect(() => reuseSchemas({ ...thing, required: ['id'] }, shared)).toThrow('Thing');
});

test('what a pattern allows stands in the description, and no keyword of our own is left', () => {
  const node = {
    type: 'string',
    pattern: '^a$',
    allowed: 'an a',
    errorCode: 'invalid_filter',
    description: 'One',
  };
  expect(reuseSchemas(node, create())).toEqual({
    type: 'string',
    pattern: '^a$',
    description: 'One. Must be an a.',
  });
});
