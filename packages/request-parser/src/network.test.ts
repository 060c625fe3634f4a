import { callerAddress, canonicalAddress, networkOf, shareOf, siteOf } from './network.ts';

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:0:1:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
  ['2001:0DB8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['', 'unknown'],
  ['nonsense', 'unknown'],
])('%s is of %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['203.0.113.77', '203.0.113.77'],
  ['::ffff:203.0.113.77', '203.0.113.77'],
  ['::FFFF:cb00:714d', '203.0.113.77'],
  ['2001:0DB8:0:0::1', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['203.0.113.077', undefined],
  ['203.0.113.77 ', undefined],
  ['', undefined],
])('%j is written as %j', (text, address) => {
  expect(canonicalAddress(text)).toBe(address);
});

const isLoopback = (address: string) => address === '127.0.0.1' || address.startsWith('10.');
const through = (forwarded: string, isTrusted: Parameters<typeof callerAddress>[2] = isLoopback) =>
  callerAddress(forwarded, '::ffff:127.0.0.1', isTrusted);

test.each([
  ['2001:DB8::0:1', '2001:db8::1'],
  ['203.0.113.5:51000', '203.0.113.5'],
  ['203.0.113.5:_hidden.port-1', '203.0.113.5'],
  ['"203.0.113.5:443"', '203.0.113.5'],
  ['"\\203.0.113.5"', '203.0.113.5'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['"[2001:DB8:0::1]:4711"', '2001:db8::1'],
  ['[::ffff:cb00:7105]:80', '203.0.113.5'],
  ['[fe80::1%eth0]:80', 'fe80::1'],
  ['\t 203.0.113.5\t', '203.0.113.5'],
  ['198.51.100.1, 203.0.113.5', '203.0.113.5'],
  ['198.51.100.1, 203.0.113.5:80, "10.0.0.1:443"', '203.0.113.5'],
  ['198.51.100.1, 203.0.113.5, , 10.0.0.1,', '203.0.113.5'],
  ['10.0.0.2, 10.0.0.1', '10.0.0.2'],
])('a trusted proxy that forwards %j has been called by %s', (forwarded, address) => {
  expect(through(forwarded)).toBe(address);
});

test.each([
  '',
  ' ,\t,',
  'unknown',
  '"unknown"',
  '_hidden',
  'unix:',
  'localhost',
  '203.0.113.5:',
  '203.0.113.5:443:1',
  '203.0.113.5:123456',
  '203.0.113.5:http',
  '203.0.113.5;proto=http',
  '"203.0.113.5',
  '203.0.113.0/24',
  '203.0.113.077',
  '[203.0.113.5]:80',
  '[2001:db8::1',
  '2001:db8::1]:80',
  '2001:db8:0:0:0:0:0:1:443',
  '[]:80',
  '198.51.100.1, unknown',
  '198.51.100.1, unknown, 10.0.0.1:443',
])('a trusted proxy that forwards %j names nobody', (forwarded) => {
  expect(through(forwarded)).toBe('unknown');
  expect(networkOf(through(forwarded))).toBe('unknown');
});

test('a number of trusted hops is counted, whatever the hops between are called', () => {
  const two = (_address: string, hop: number) => hop < 2;
  expect(through('198.51.100.1, 203.0.113.5:80, _edge', two)).toBe('203.0.113.5');
  expect(through('_edge', two)).toBe('unknown');
});

test('a header that nobody trusted has sent is not read', () => {
  expect(callerAddress('203.0.113.5', '::ffff:192.0.2.1', isLoopback)).toBe('192.0.2.1');
  expect(callerAddress(undefined, '127.0.0.1', isLoopback)).toBe('127.0.0.1');
  expect(callerAddress(undefined, undefined, isLoopback)).toBe('unknown');
});

test('those without an address share more than one network has', () => {
  expect([shareOf('unknown'), shareOf('203.0.113.0/24')]).toEqual([16, 1]);
});

test.each([
  ['2001:db8:0:1::1', '2001:db8:0::/48'],
  ['2001:db8:0:ffff::1', '2001:db8:0::/48'],
  ['2001:db8:1::1', '2001:db8:1::/48'],
  ['203.0.113.77', undefined],
  ['nonsense', undefined],
])('%s is in the site %s', (address, site) => {
  expect(siteOf(networkOf(address))).toBe(site);
});
