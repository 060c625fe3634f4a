import { readInstant } from './read-instant.ts';

const now = Date.parse('2026-11-22T12:00:00.000Z');

test.each([
  ['30m', '2026-11-22T11:30:00.000Z'],
  ['2h', '2026-11-22T10:00:00.000Z'],
  ['3d', '2026-11-19T12:00:00.000Z'],
  ['1w', '2026-11-15T12:00:00.000Z'],
])('%s is so long ago', (typed, instant) => {
  expect(readInstant(typed, now)).toBe(instant);
});

test.each([
  ['2026-11-22', new Date(2026, 10, 22)],
  ['2026-11-22 09:30', new Date(2026, 10, 22, 9, 30)],
  ['2026-11-22T09:30', new Date(2026, 10, 22, 9, 30)],
])('%s is meant where the person is', (typed, date) => {
  expect(readInstant(typed, now)).toBe(date.toISOString());
});

test.each([
  '',
  'yesterday',
  '2 h',
  '99999d',
  '2026-02-30',
  '2026-13-01',
  '2026-11-22 25:00',
  '2026-11-22T09:30:00Z',
])('%j is left to the service', (typed) => {
  expect(readInstant(typed, now)).toBe(typed);
});
