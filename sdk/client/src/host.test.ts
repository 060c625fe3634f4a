import { findHostName, userAgent } from './host.ts';
import { version } from './index.ts';

test('the library names itself with its version', () => {
  expect(userAgent).toBe(`latchkey-client/${version}`);
});

test.each([
  ['x'.repeat(253), 'x'.repeat(64)],
  ['anna-laptop', 'anna-laptop'],
  ['', undefined],
])('the host name %j is sent as %j, which sso takes', (hostname, sent) => {
  expect(findHostName({ getBuiltinModule: () => ({ hostname: () => hostname }) })).toBe(sent);
});

test('a runtime that cannot say sends none', () => {
  expect(findHostName({})).toBeUndefined();
  expect(findHostName({ getBuiltinModule: () => undefined })).toBeUndefined();
});
