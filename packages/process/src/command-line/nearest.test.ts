import { nearest } from './nearest.ts';

const known = ['user.login', 'device.approved', 'device.denied', 'device.revoke'];

test.each([
  ['user.logn', 'user.login'],
  ['Device.Aproved', 'device.approved'],
  ['device.revoked', 'device.revoke'],
  ['something.else', undefined],
  ['', undefined],
])('%j most likely means %j', (typed, expected) => {
  expect(nearest(typed, known)).toBe(expected);
});
