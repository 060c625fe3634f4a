import { ApiError } from '@latchkey/contracts';
import { shareOf, siteFactor, siteOf } from '@latchkey/request-parser';
import { hashSecret } from '@latchkey/secrets';
import type { EventType, Outbox } from '../../event/event.ts';
import type { DeviceStore } from '../../oauth/device/device-store.ts';
import type { DeviceAuthorization } from '../../oauth/device/device.ts';
import { readUserCode } from '../../oauth/device/user-code.ts';
import { guessCode, type GuessKey, type GuessPorts } from './guess-code.ts';
import type { Visit } from './visit.ts';

export interface LookUpPorts extends GuessPorts {
  readonly now: () => number;
  readonly devices: Pick<DeviceStore, 'findByUserCode'>;
  readonly outbox: Outbox;
}

/**
 * Finds the pending authorization for the code that a person typed; undefined when it is unknown, expired or used, or was
 * approved and waits for its number. Only an unknown code is counted as a guess. Throws throttled when the network or the
 * browser has guessed too often. Source: contract part 1 "Limits".
 */
export async function lookUpCode(
  ports: LookUpPorts,
  visit: Visit,
  typed: string,
): Promise<DeviceAuthorization | undefined> {
  const userCode = readUserCode(typed);
  if (userCode === undefined) return undefined;
  const record = (type: EventType) => ports.outbox.append(type, { network: visit.network });
  try {
    const device = await guessCode(ports, keysOf(visit), () =>
      ports.devices.findByUserCode(userCode, ports.now()),
    );
    if (!device) await record('device.lookup_failed');
    return device?.state === 'pending' && device.held === undefined ? device : undefined;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'throttled') await record('device.throttled');
    throw error;
  }
}

/** A browser that sent no cookie is counted only by its network and, in IPv6, by its site. */
function keysOf({ network, isNewBrowser, browserSecret }: Visit): GuessKey[] {
  const browser = hashSecret(browserSecret);
  const site = siteOf(network);
  return [
    { name: `network:${network}`, factor: shareOf(network) },
    ...(site === undefined ? [] : [{ name: `network:${site}`, factor: siteFactor }]),
    ...(isNewBrowser ? [] : [{ name: `browser:${browser}`, factor: 1 }]),
  ];
}
