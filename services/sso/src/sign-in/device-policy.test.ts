import type { DevicePolicy } from '@latchkey/contracts';
import { findPolicyRefusal } from './device-policy.ts';

const near = '198.51.100.7';

test.each<[DevicePolicy, string, string, string | undefined]>([
  ['same_network', near, '198.51.100.200', undefined],
  ['same_network', near, '198.51.101.7', 'other_network'],
  ['same_network', '2001:db8:0:1::1', '2001:db8:0:1::2', undefined],
  ['same_network', '2001:db8:0:1::1', '2001:db8:0:2::1', 'other_network'],
  ['same_network', near, '2001:db8::1', 'other_network'],
  ['same_network', '127.0.0.1', '::1', undefined],
  ['same_network', 'unknown', 'unknown', 'other_network'],
  ['typed', near, 'unknown', undefined],
  ['any', near, 'unknown', undefined],
])('%s from %s in a browser at %s: %s', (devicePolicy, ip, browser, refusal) => {
  const place = { cameFromAddress: false, ip: browser };
  const device = { scope: 'openid', devicePolicy, ip };
  expect(findPolicyRefusal({ leastDevicePolicy: 'any' }, device, place)).toBe(refusal);
});
