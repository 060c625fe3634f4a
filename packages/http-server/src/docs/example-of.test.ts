import { exampleOf, exampleOfInput } from './example-of.ts';

const text = { type: 'string' } as const;

test('a schema shows its own example before anything else', () => {
  expect(exampleOf({ type: 'object', properties: { id: text }, examples: [{ id: 'mine' }] })).toEqual({
    id: 'mine',
  });
});

test('a field shows the example of its name, one of its values, or what its type allows', () => {
  const properties = {
    email: text,
    kind: { type: 'string', enum: ['user', 'root'] },
    role: { type: 'string', enum: ['owner', 'member'] },
    on: { type: 'boolean' },
    count: { type: 'integer', minimum: 0 },
    seen_at: { type: 'string', format: 'date-time' },
    amr: { type: 'array', items: text },
    things: { type: 'array', items: { type: 'object', properties: { email: text } } },
  };
  expect(exampleOf({ type: 'object', properties })).toEqual({
    email: 'ada@example.com',
    kind: 'user',
    role: 'member',
    on: true,
    count: 0,
    seen_at: '2026-11-22T09:30:00.000Z',
    amr: ['pwd', 'otp'],
    things: [{ email: 'ada@example.com' }],
  });
});

test('a field without an example is left out', () => {
  expect(exampleOf({ type: 'object', properties: { never_heard_of: text } })).toEqual({});
});

test('a request shows what it must have, and what has an example beside it', () => {
  const properties = { email: text, name: text, code: { ...text, examples: ['492039'] } };
  expect(exampleOfInput({ properties, required: ['email'] })).toEqual({
    email: 'ada@example.com',
    code: '492039',
  });
});
