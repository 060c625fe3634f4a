import { signForBrowser } from '@latchkey/pages';
import { hashSecret } from '@latchkey/secrets';
import type { DeviceStore } from '../../oauth/device/device-store.ts';
import type { DeviceAuthorization } from '../../oauth/device/device.ts';
import type { AdminRefusal } from '../../oauth/token/rights.ts';
import type { DecisionMade } from './ticket.ts';
import type { Visit } from './visit.ts';

/** What became of an approval that waits, or has waited, for its number. */
export type HeldStep =
  | DecisionMade
  | {
      readonly kind: 'number';
      readonly device: DeviceAuthorization;
      readonly number: string;
      readonly adminRefusal: AdminRefusal | undefined;
    }
  | { readonly kind: 'number_wrong' }
  | { readonly kind: 'too_late' };

interface HeldPorts {
  readonly now: () => number;
  readonly devices: Pick<DeviceStore, 'findByUserCode'>;
}

type Browser = Pick<Visit, 'browserSecret'>;

/** The four digits of a code in this browser, which can work them out again: nothing that is stored holds them. */
export function numberFor({ browserSecret }: Browser, deviceCodeHash: string): string {
  const random = Buffer.from(signForBrowser(browserSecret, 'number', deviceCodeHash), 'base64url');
  return String(random.readUIntBE(0, 6) % 10_000).padStart(4, '0');
}

/** Names the browser in what is stored. */
export const browserHashOf = ({ browserSecret }: Browser): string => hashSecret(`held.${browserSecret}`);

/** The authorization behind a code whose approval this browser has made, and which needs or needed a number. */
export async function findHeld(
  { devices, now }: HeldPorts,
  browser: Browser,
  userCode: string,
): Promise<DeviceAuthorization | undefined> {
  const device = await devices.findByUserCode(userCode, now());
  return device?.held?.browserHash === browserHashOf(browser) ? device : undefined;
}

/** What the browser that approved is shown of it. */
export function lookAtHeld(browser: Browser, device: DeviceAuthorization): HeldStep {
  const { state, failure, clientName, held, deviceCodeHash } = device;
  const adminRefusal = held?.adminRefusal;
  switch (state) {
    case 'pending':
      return { kind: 'number', device, number: numberFor(browser, deviceCodeHash), adminRefusal };
    case 'approved_waiting_pickup':
    case 'redeemed':
      return { kind: 'approved', clientName, adminRefusal };
    case 'failed':
      if (failure === 'denied') return { kind: 'denied', clientName };
      return { kind: failure === 'attempts' ? 'number_wrong' : 'too_late' };
    default:
      return { kind: 'too_late' };
  }
}
