import { openGoing, sealGoing } from './going.ts';

const [secret, other] = ['a'.repeat(43), 'b'.repeat(43)];
const now = Date.UTC(2026, 10, 24);
const account = { path: '/account' };

test('a browser remembers a path for half an hour', () => {
  const sealed = sealGoing(secret, { path: '/account/sign_in' }, now);
  expect(openGoing(secret, sealed, now + 1_799_999)).toBe('/account/sign_in');
  expect(openGoing(secret, sealed, now + 1_800_000)).toBeUndefined();
});

test.each([
  ['another browser', other, sealGoing(secret, account, now)],
  ['another path', secret, sealGoing(secret, account, now).replace('account', 'logout')],
  ['another code', secret, sealGoing(secret, account, now).replace('..', '.BCDFGHJK.')],
  ['a later end', secret, sealGoing(secret, account, now).replace(/\.[a-z0-9]+\./, '.zzzzzzzzz.')],
  ['no signature', secret, 'account..zzzzzzzzz'],
  ['nothing', secret, undefined],
])('nowhere for %s', (_of, browser, sealed) => {
  expect(openGoing(browser, sealed, now)).toBeUndefined();
});

test.each([
  [' bcdf-ghjk ', '/device_login?user_code=BCDF-GHJK'],
  ['https://evil.test', '/device_login'],
  ['', '/device_login'],
])('the code %j is remembered where it is one', (userCode, place) => {
  expect(openGoing(secret, sealGoing(secret, { path: '/device_login', userCode }, now), now)).toBe(place);
});
