import { splitScope } from './index.ts';

test.each([
  [undefined, []],
  ['', []],
  ['  ', []],
  ['openid', ['openid']],
  [' openid  email ', ['openid', 'email']],
  ['email openid email', ['email', 'openid']],
])('%j names %j', (scope, names) => {
  expect(splitScope(scope)).toEqual(names);
});
