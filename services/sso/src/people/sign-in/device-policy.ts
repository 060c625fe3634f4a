import { devicePolicies, type DevicePolicy } from '@latchkey/contracts';
import { networkOf } from '@latchkey/request-parser';
import type { DeviceAuthorization } from '../../oauth/device/device.ts';
import { holdsAdmin } from '../../oauth/token/rights.ts';

export interface PolicyRules {
  readonly leastDevicePolicy: DevicePolicy;
}

/** Where a person approves: whether the code came from an address, and the address of the browser. */
export interface ApprovalPlace {
  readonly cameFromAddress: boolean;
  readonly ip: string;
}

/** Why a request cannot be approved here. */
export type PolicyRefusal = 'code_from_address' | 'other_network';

/**
 * Why the request cannot be approved at this place; undefined where it can. A request for admin must always be typed: a
 * link would bring an operator to the page of somebody else's request. Source: contract part 1 "Approval page".
 */
export function findPolicyRefusal(
  { leastDevicePolicy }: PolicyRules,
  device: Pick<DeviceAuthorization, 'scope' | 'devicePolicy' | 'ip'>,
  { cameFromAddress, ip }: ApprovalPlace,
): PolicyRefusal | undefined {
  const asks = (policy: DevicePolicy) =>
    [leastDevicePolicy, device.devicePolicy].some((one) => rankOf(one) >= rankOf(policy));
  if (cameFromAddress && (holdsAdmin(device.scope) || asks('typed'))) return 'code_from_address';
  return asks('same_network') && isSameNetwork(device.ip, ip) !== true ? 'other_network' : undefined;
}

function rankOf(policy: DevicePolicy): number {
  return devicePolicies.indexOf(policy);
}

/** Undefined where an address is unknown. A machine that calls itself is in one network, whatever family it uses. */
export function isSameNetwork(...addresses: readonly [string, string]): boolean | undefined {
  const [device, browser] = addresses.map((address) =>
    isLoopback(address) ? 'loopback' : networkOf(address),
  );
  return device === 'unknown' || browser === 'unknown' ? undefined : device === browser;
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}
