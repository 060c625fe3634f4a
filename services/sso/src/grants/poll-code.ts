import { readTyped } from '@latchkey/secrets';
import type { SsoContext } from '../context.ts';
import type { Client } from '../oauth/client/client.ts';
import type { DevicePoll } from '../oauth/device/device-store.ts';
import type { Road } from '../oauth/device/device.ts';
import { answerReplay } from './answer-replay.ts';
import type { Claimed } from './pick-up.ts';

/** How often a poll tries again, and how long it waits in between, while another request picks up the same code. */
const maxAttempts = 20;
const retryDelayMs = 50;

export type Refused = Exclude<DevicePoll, { outcome: 'claimed' }> | { readonly outcome: 'lost' };

/** What is presented with a code: of the road of devices unless said, and the number as its person typed it. */
interface Presented {
  readonly road?: Road;
  readonly number?: string | undefined;
}

/** Polls. While another request picks up the same code, waits for its outcome, so that the client need not retry. */
export async function pollUntilSettled(
  { devices, now, pause }: SsoContext,
  deviceCodeHash: string,
  client: Client,
  { road, number: typed }: Presented,
): Promise<Claimed | Refused> {
  // In other digits, too, and with blanks.
  const number = typed === undefined ? undefined : readTyped(typed);
  const poll = () => devices.poll(deviceCodeHash, client.clientId, now(), number, road);
  const first = await poll();
  let last = first;
  for (let attempt = 0; last.outcome === 'busy' && attempt < maxAttempts; attempt += 1) {
    await pause(retryDelayMs);
    last = await poll();
  }
  return first.outcome === 'busy' && last.outcome === 'redeemed' ? { outcome: 'lost' } : last;
}

/** Why a code is invalid; for the log only. */
export const invalidReasons = {
  unknown: 'the code is unknown',
  foreign: 'the code belongs to another client',
  redeemed: 'the code was already redeemed',
  lost: 'another request redeemed the code at the same time',
} as const;

/**
 * Records a poll that gets no tokens, if it is the first after the expiry, the last wrong number, a replay, or of a foreign
 * client.
 */
export async function recordRefusal(
  context: SsoContext,
  client: Client,
  poll: Refused,
  ageMs: number,
): Promise<void> {
  if (poll.outcome === 'expired' && poll.isFirst)
    await context.history.recordExpired(poll.device, context.now());
  if (poll.outcome === 'failed' && 'isFirst' in poll)
    await context.history.recordFailed(poll.device, poll.failure, context.now());
  if (poll.outcome === 'redeemed')
    await answerReplay(context, client, poll.device, poll.redeemedForMs - ageMs);
  if (poll.outcome === 'foreign') {
    const data = { device_id: poll.device.id, client_id: client.clientId };
    await context.outbox.append('device.foreign_client', data);
  }
}
