import type { Client } from '../client/client.ts';
import type { SsoContext } from '../context.ts';
import type { DeviceAuthorization } from '../device/device.ts';
import type { RefreshFamily } from '../family/family.ts';

/** A pickup that has not delivered after this time has died on the way. */
const longestPickupMs = 5_000;

/**
 * A device code is presented again after its tokens were delivered: the code or the tokens may have been stolen. A
 * family whose first tokens were never used ends, whoever the client is; one that is in use ends as
 * DEVICE_REPLAY_REVOKES says. A poll that started before the delivery, at `startedAtMs`, ran at the same time as the
 * pickup and is no replay. Source: contract part 1 "Device authorization".
 */
export async function answerReplay(
  { outbox, families, settings, now }: SsoContext,
  client: Client,
  { id, familyId }: Pick<DeviceAuthorization, 'id' | 'familyId'>,
  startedAtMs: number,
): Promise<void> {
  const family = familyId === undefined ? undefined : await families.findById(familyId);
  if (family !== undefined && startedAtMs < deliveredAtMs(family)) return;
  const data = { device_id: id, client_id: client.clientId };
  await outbox.append({ type: 'device.replayed', occurredAtMs: now(), data });
  const { replayRevokes } = settings;
  if (family === undefined || replayRevokes === 'never') return;
  const endsAny = replayRevokes === 'always' || client.authMethod === 'none';
  await families[endsAny ? 'revoke' : 'revokeUnused'](family.id, 'replay', now());
}

function deliveredAtMs({ deliveredAt, issuedAt }: RefreshFamily): number {
  return deliveredAt?.getTime() ?? issuedAt.getTime() + longestPickupMs;
}
