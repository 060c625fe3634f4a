import type { AccountStore } from '../account/account.ts';
import type { BindingPorts } from '../binding/verify-binding.ts';
import type { KnownDeviceStore } from '../device/known-device.ts';
import type { Passwords } from '../password/passwords.ts';
import type { PayloadPorts } from '../payload/payload.ts';
import type { RequestLogStore } from '../request-log/request-log.ts';
import type { TextSealer } from '../sealing/text-sealer.ts';
import type { Throttle } from '../throttle/throttle.ts';

/** What signing in works with. */
export interface SignInPorts extends PayloadPorts, BindingPorts {
  readonly accounts: AccountStore;
  readonly devices: KnownDeviceStore;
  readonly passwords: Passwords;
  readonly requestLog: RequestLogStore;
  readonly secrets: TextSealer;
  readonly throttle: Throttle;
  /** The network that an address is counted by: its /24 or its /64. */
  networkOf(ip: string): string;
  newId(): string;
  randomBytes(size: number): Uint8Array;
}
