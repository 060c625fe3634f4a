import type { SsoContext } from '../context.ts';
import type { Client } from '../oauth/client/client.ts';
import type { DeviceAuthorization } from '../oauth/device/device.ts';

/**
 * A client that repeats its poll this soon after the delivery has lost an answer, or sent two polls at once. Nothing ends.
 */
const repeatedWithinMs = 10_000;

/**
 * A device code is presented again after its tokens were delivered, by a poll that began `startedAfterMs` after the
 * delivery: the code or the tokens may have been stolen. Whether the family ends is for DEVICE_REPLAY_REVOKES to say. A
 * poll that began before the delivery ran at the same time as the pickup and is no replay. Source: contract part 1
 * "Device authorization".
 */
export async function answerReplay(
  { outbox, families, settings, now }: SsoContext,
  client: Client,
  { id }: Pick<DeviceAuthorization, 'id'>,
  startedAfterMs: number,
): Promise<void> {
  if (startedAfterMs <= 0) return;
  await outbox.append('device.replayed', { device_id: id, client_id: client.clientId });
  const { replayRevokes } = settings;
  if (startedAfterMs <= repeatedWithinMs || replayRevokes === 'never') return;
  if (replayRevokes === 'always' || client.authMethod === 'none') await families.revoke(id, 'replay', now());
}
