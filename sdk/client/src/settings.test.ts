import { readPageAddress, systemClock } from './settings.ts';

const soon = () => new Promise<string>((resolve) => void setTimeout(resolve, 20, 'waits'));

test('a wait that is longer than a timer can be does not end at once', async () => {
  const stop = new AbortController();
  const waiting = systemClock.wait(2 ** 31, stop.signal);
  expect(await Promise.race([waiting, soon()])).toBe('waits');
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});

test('an abort before a wait ends it with its reason', async () => {
  const reason = new Error('enough');
  await expect(systemClock.wait(1, AbortSignal.abort(reason))).rejects.toBe(reason);
});

describe('a page for the approval', () => {
  const [issuer, local] = ['https://sso.test', 'http://localhost:4001'];

  test.each([
    [issuer, 'HTTPS://SSO.test/device_login?user_code=A B', 'https://sso.test/device_login?user_code=A%20B'],
    [local, 'http://localhost:4001/device_login', 'http://localhost:4001/device_login'],
  ])('of %s is handed on as an address: %s', (sso, page, href) => {
    expect(readPageAddress({ sso }, page)).toBe(href);
  });

  test.each([
    [issuer, 'file:///etc/passwd'],
    [issuer, '--version'],
    [issuer, '//sso.test/share'],
    [issuer, 'http://sso.test/device_login'],
    [issuer, 'https://sso.test.other.test/'],
    [issuer, 'https://sso.test:8443/'],
    [local, 'http://localhost:4002/'],
    ['http://sso.test', 'http://sso.test/device_login'],
  ])('of %s is not %s', (sso, page) => {
    expect(() => readPageAddress({ sso }, page)).toThrow(new URL(sso).origin);
  });
});
