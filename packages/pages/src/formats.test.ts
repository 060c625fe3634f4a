import { formatWait } from './formats.ts';

test.each([
  [0, 'in 1 second'],
  [59.2, 'in 1 minute'],
  [61, 'in 2 minutes'],
  [3600, 'in 60 minutes'],
  [3601, 'in 2 hours'],
])('tells a wait of %d s as "%s", never too short', (seconds, expected) => {
  expect(formatWait('en', seconds)).toBe(expected);
});

test('speaks the language of the tag', () => {
  expect(formatWait('ru', 60)).toBe('через 1 минуту');
});
