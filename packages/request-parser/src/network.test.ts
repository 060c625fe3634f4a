import { callerAddress, canonicalAddress, networkOf, siteOf } from './network.ts';

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

test('the address of a caller is that of the proxy where it is one, in its one spelling', () => {
  expect(callerAddress('2001:DB8::0:1', '::ffff:192.0.2.1')).toBe('2001:db8::1');
  expect(callerAddress('unknown', '::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(callerAddress(undefined, undefined)).toBe('');
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
