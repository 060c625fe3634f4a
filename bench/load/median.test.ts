import { median, quantile } from './median.ts';

test.each([
  [[], 0],
  [[7], 7],
  [[9, 1, 10], 9],
  [[10, 1, 9, 2], 5.5],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});

test.each([
  [[], 0.99, 0],
  [[3], 0.99, 3],
  [[5, 1, 4, 2, 3], 0.5, 3],
  [Array.from({ length: 200 }, (_, index) => 200 - index), 0.99, 199],
])('of %j the quantile %d is %d', (values, share, expected) => {
  expect(quantile(values, share)).toBe(expected);
});
