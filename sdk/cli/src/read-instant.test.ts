import { readDuration, readInstant } from './read-instant.ts';

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
  ['today', 0],
  ['yesterday', 1],
])('%s is since midnight where the person is', (typed, days) => {
  const midnight = new Date(now - days * 86_400_000);
  midnight.setHours(0, 0, 0, 0);
  expect(readInstant(typed, now)).toBe(midnight.toISOString());
});

test.each(['2026-11-22T09:30:00Z', '2026-11-22T09:30:00.123+02:00'])('%s is an instant as it is', (typed) => {
  expect(readInstant(typed, now)).toBe(typed);
});

test.each(['', 'recently', '2 h', '90', '99999w', '2026-02-30', '2026-13-01', '2026-11-22 25:00'])(
  '%j is no time',
  (typed) => {
    expect(readInstant(typed, now)).toBeUndefined();
  },
);

test.each([
  ['90', 90],
  ['90s', 90],
  ['30m', 1800],
  ['12h', 43_200],
  ['7d', 604_800],
  ['2w', 1_209_600],
  ['', undefined],
  ['h', undefined],
  ['1 h', undefined],
  ['-1h', undefined],
  ['1.5h', undefined],
])('%j lasts %p seconds', (typed, seconds) => {
  expect(readDuration(typed)).toBe(seconds);
});
