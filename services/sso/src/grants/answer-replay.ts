import type { Client } from '../client/client.ts';
import type { SsoContext } from '../context.ts';
import type { DeviceAuthorization } from '../device/device.ts';

/**
 * A device code whose tokens were delivered comes again: it or they may have been stolen. A family whose first tokens
 * were never used ends, whoever the client is; one that is in use ends as DEVICE_REPLAY_REVOKES says. Source: contract
 * part 1 "Device authorization", part 5 "Between services".
 */
export async function answerReplay(
  { outbox, families, settings, now }: SsoContext,
  client: Client,
  { id, familyId }: Pick<DeviceAuthorization, 'id' | 'familyId'>,
): Promise<void> {
  const data = { device_id: id, client_id: client.clientId };
  await outbox.append({ type: 'device.replayed', occurredAtMs: now(), data });
  const { replayRevokes } = settings;
  if (familyId === undefined || replayRevokes === 'never') return;
  const endsAny = replayRevokes === 'always' || client.authMethod === 'none';
  await families[endsAny ? 'revoke' : 'revokeUnused'](familyId, 'replay', now());
}
