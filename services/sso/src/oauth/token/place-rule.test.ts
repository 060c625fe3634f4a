import { createPlaceRule } from './place-rule.ts';

const places = '203.0.113.0/24, 2001:db8:1::/48; 198.51.100.7,192.0.2.0/28';
const named = createPlaceRule('same_network', places);

test.each([
  [['203.0.113.1', '203.0.113.200', '203.0.113.9']],
  [['2001:db8:9:1::1', '2001:db8:9:1::2']],
  // One network, which no place names.
  [['10.0.0.1', '10.0.0.2']],
  [['203.0.113.1', '2001:db8:1:7::1']],
  [['198.51.100.7', '192.0.2.15']],
])('%j are of one place', (addresses) => {
  expect(named(addresses)).toBeUndefined();
});

test.each([
  [['10.0.0.1', '10.0.1.1']],
  [['203.0.113.1', '198.51.100.7']],
  [['198.51.100.7', '192.0.2.16']],
  [['2001:db8:1::1', '2001:db8:2::1']],
  [['203.0.113.1', '203.0.113.2', '10.0.0.1']],
  [['unknown', 'unknown']],
  [['203.0.113.1', 'unknown']],
])('%j are not of one place', (addresses) => {
  expect(named(addresses)).toBe('other_network');
});

test('without named places only one network is one place', () => {
  const rule = createPlaceRule('same_network', '');
  expect([rule(['10.0.0.1', '10.0.0.9']), rule(['10.0.0.1', '10.0.9.9'])]).toEqual([
    undefined,
    'other_network',
  ]);
});

test('any place is right, or none', () => {
  const apart = ['10.0.0.1', '192.0.2.1'];
  expect([
    createPlaceRule('any', places)(apart),
    createPlaceRule('off', places)(['10.0.0.1', '10.0.0.1']),
  ]).toEqual([undefined, 'device_off']);
});
