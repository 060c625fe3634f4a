import { ApiError } from '@latchkey/errors';
import { errors } from '../errors.ts';
import type { DeviceAuthorization } from '../device/device.ts';
import type { DeviceStore } from '../device/device-store.ts';
import { readUserCode } from '../device/user-code.ts';
import type { Outbox } from '../event/event.ts';
import type { CodeGuesses } from './code-guesses.ts';
import { sha256 } from './ticket.ts';
import type { Visit } from './visit.ts';

export interface LookUpPorts {
  readonly now: () => number;
  readonly devices: Pick<DeviceStore, 'findByUserCode'>;
  readonly guesses: CodeGuesses;
  readonly outbox: Outbox;
}

/**
 * Finds the pending authorization behind what a person typed; undefined for a code that is unknown, expired or used.
 * Throws throttled when the network or the browser has guessed too often.
 */
export async function lookUpCode(
  ports: LookUpPorts,
  visit: Visit,
  typed: string,
): Promise<DeviceAuthorization | undefined> {
  const browser = visit.isNewBrowser ? undefined : sha256(visit.browserSecret);
  const retryAfterSeconds = await ports.guesses.take(visit.network, browser);
  const data = { network: visit.network };
  if (retryAfterSeconds !== undefined) {
    await ports.outbox.append({ type: 'device.throttled', occurredAtMs: ports.now(), data });
    throw new ApiError(errors.throttled, { retryAfterSeconds });
  }
  const userCode = readUserCode(typed);
  const device = userCode && (await ports.devices.findByUserCode(userCode, ports.now()));
  if (!device || device.state !== 'pending') {
    await ports.outbox.append({ type: 'device.lookup_failed', occurredAtMs: ports.now(), data });
    return undefined;
  }
  await ports.guesses.giveBack(visit.network, browser);
  return device;
}
