import { readFileSync } from 'node:fs';
import { findHostName, userAgent } from './host.ts';

test('the library names itself with the version of its manifest', () => {
  const { version } = JSON.parse(readFileSync(`${import.meta.dirname}/../package.json`, 'utf8')) as {
    version: string;
  };
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
