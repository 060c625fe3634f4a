import { summariseUserAgent } from './user-agent.ts';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge, Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari, iOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
    'Chrome, Android',
  ],
  ['Mozilla/5.0 (SMART-TV; Tizen 8.0)', ''],
  ['curl/8.5.0', 'curl 8.5.0'],
  ['acme-cli/2.4.1 (linux; x64) node/24', 'acme-cli 2.4.1'],
  ['\u202Eevil/1', 'evil 1'],
  ['', ''],
])('summarises %j as %j', (userAgent, expected) => {
  expect(summariseUserAgent(userAgent)).toBe(expected);
});

test('keeps the summary of an endless product name short', () => {
  expect(summariseUserAgent('x'.repeat(5000))).toHaveLength(60);
});
