import { dropCalls, ssoCalls, userApiCalls } from '../index.ts';
import { readData } from './read-data.ts';

const path = '/internal/v1/things/find';
const input = { properties: {} } as const;
const text = { type: 'string', minLength: 1 } as const;
const time = { type: ['string', 'null'], format: 'date-time' } as const;
const findThing = {
  path,
  input,
  output: {
    properties: {
      id: text,
      kind: { type: 'string', enum: ['a', 'b'] },
      at: time,
      owner: { type: 'object', properties: { id: text } },
      tags: { type: 'array', items: text },
      size: { type: 'integer' },
    },
    optional: ['size'],
  },
} as const;

const thing = { id: 'canary-1', kind: 'a', at: '2026-12-01T10:00:00.000Z', owner: { id: 'u' }, tags: ['t'] };

test.each<[string, object, string]>([
  ['an empty id', { id: '' }, '/id'],
  ['an id that is a number', { id: 7 }, '/id'],
  ['no id', { id: undefined }, "'id'"],
  ['a kind that nobody knows', { kind: 'canary-kind' }, '/kind'],
  ['a time that no clock shows', { at: '2026-13-41T10:00:00Z' }, '/at'],
  ['a time that is a word', { at: 'canary-time' }, '/at'],
  ['a time without an offset', { at: '2026-12-01T10:00:00' }, '/at'],
  ['a date without a time', { at: '2026-12-01' }, '/at'],
  ['an empty time', { at: '' }, '/at'],
  ['no time', { at: undefined }, "'at'"],
  ['no owner', { owner: null }, '/owner'],
  ['an owner without an id', { owner: {} }, "/owner must have required property 'id'"],
  ['an empty tag', { tags: ['t', ''] }, '/tags/1'],
  ['a tag that is a number', { tags: [7] }, '/tags/0'],
  ['tags that are a text', { tags: 'canary-tags' }, '/tags'],
  ['a size that is a text', { size: '7' }, '/size'],
  ['a size that is null', { size: null }, '/size'],
])('%s is refused by the name of the field, without its value', (_what, changes, field) => {
  const data = JSON.parse(JSON.stringify({ ...thing, ...changes })) as Record<string, unknown>;
  let failure: unknown;
  try {
    readData(data, findThing);
  } catch (error) {
    failure = error;
  }
  expect(String(failure)).toContain(`${path} answered no valid data`);
  expect(String(failure)).toContain(field);
  expect(String(failure)).not.toContain('canary');
});

test.each([
  ['as it is', thing],
  ['with an optional field', { ...thing, size: 7 }],
  ['with a time of another offset', { ...thing, at: '2026-12-01T10:00:00+02:00' }],
  ['with a time that may be null', { ...thing, at: null }],
  ['with fields that nobody has asked for', { ...thing, more: 1, owner: { id: 'u', more: 1 } }],
])('valid data comes back %s', (_what, data) => {
  expect(readData(data, findThing)).toEqual(data);
});

test.each(Object.entries({ ...ssoCalls, ...userApiCalls, ...dropCalls }))(
  '%s has an answer that cannot be empty',
  (_name, contract) => {
    expect(() => readData({}, contract)).toThrow(
      `${contract.path} answered no valid data: must have required property`,
    );
  },
);
