import { formatAge, formatTimeOfDay } from './format-time.ts';

const nowMs = Date.UTC(2026, 10, 21, 10, 57, 20);

test.each([
  [-5000, 'now'],
  [0, 'now'],
  [1999, '1 second ago'],
  [59_999, '59 seconds ago'],
  [60_000, '1 minute ago'],
  [3_599_999, '59 minutes ago'],
  [7_200_000, '2 hours ago'],
])('tells an age of %d ms as "%s"', (ageMs, expected) => {
  expect(formatAge('en', nowMs - ageMs, nowMs)).toBe(expected);
});

test('speaks the language of the tag', () => {
  expect(formatAge('ru', nowMs - 120_000, nowMs)).toBe('2 минуты назад');
});

test('gives the time of day in UTC, whatever the zone of the machine', () => {
  expect(formatTimeOfDay('en', nowMs)).toBe('10:57 UTC');
  expect(formatTimeOfDay('en', Date.UTC(2026, 0, 1, 0, 5))).toBe('00:05 UTC');
});
