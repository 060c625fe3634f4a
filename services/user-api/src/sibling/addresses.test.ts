import { createAddressCheck } from './addresses.ts';

const own = ['8.8.4.4', '2a00:1450::1'];
const isAllowed = createAddressCheck('', () => own);

test.each(['8.8.8.8', '1.1.1.1', '100.63.255.255', '172.32.0.1', '2a00:1450:4001::5', '2606:4700::1111'])(
  '%s is public',
  (address) => {
    expect(isAllowed(address)).toBe(true);
  },
);

test.each([
  ['this network', '0.0.0.0'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['private', '10.1.2.3'],
  ['private', '172.16.0.1'],
  ['private', '192.168.1.1'],
  ['shared by a carrier', '100.64.0.1'],
  ['link-local, such as the metadata of clouds', '169.254.169.254'],
  ['multicast', '224.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['of documents', '203.0.113.5'],
  ['of benchmarks', '198.18.0.1'],
  ['a 6to4 relay', '192.88.99.1'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['mapped', '::ffff:127.0.0.1'],
  ['mapped, of a public address', '::ffff:8.8.8.8'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['NAT64 of one network', '64:ff9b:1::7f00:1'],
  ['ULA', 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['multicast', 'ff02::1'],
  ['Teredo', '2001:0:1::1'],
  ['of documents', '2001:db8::1'],
  ['of documents', '3fff::1'],
  ['6to4', '2002:7f00:1::1'],
  ['ours', '8.8.4.4'],
  ['ours', '2a00:1450::1'],
])('%s: %s is not', (_what, address) => {
  expect(isAllowed(address)).toBe(false);
});

test('a network that is named is opened, and no other', () => {
  const opened = createAddressCheck('10.1.0.0/16, fd00:1::/32;8.8.4.4', () => own);
  const addresses = ['10.1.2.3', 'fd00:1::5', '8.8.4.4', '10.2.0.1', 'fd00:2::5', '127.0.0.1'];
  expect(addresses.map(opened)).toEqual([true, true, true, false, false, false]);
});
