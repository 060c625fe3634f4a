import { randomUUID } from 'node:crypto';
import { ApiError } from '@latchkey/errors';
import type { SsoContext } from '../context.ts';
import type { DeviceApproval } from '../device/device.ts';
import type { DevicePoll } from '../device/device-store.ts';
import { errors } from '../errors.ts';
import { createRefreshSecrets, hashSecret } from '../family/refresh-secrets.ts';
import { type TokenPackage, createTokenPackage } from '../token/token-package.ts';
import { standsSince } from '../user-api/stands-since.ts';
import type { Standing } from '../user-api/user-api.ts';
import { signerOf } from './grant.ts';

/** Who picks up: the key it proved to hold, if any. */
interface Picker {
  readonly jkt: string | undefined;
  readonly traceparent: string;
}

type Claimed = Extract<DevicePoll, { outcome: 'claimed' }>;

/**
 * Turns a claim into tokens: standing, family in Postgres, redeemed in Redis, and only then the answer. A fault on the
 * way gives the claim back, so that the code stays redeemable; docs/decisions, "Pickup".
 */
export async function pickUp(context: SsoContext, poll: Claimed, picker: Picker): Promise<TokenPackage> {
  const { device } = poll;
  try {
    if (device.approval === undefined)
      throw new Error('an approved device authorization without its approval');
    const { userId } = device.approval;
    // A family lasts for months, so what was voided a moment ago must not begin one.
    const standing = await context.userApi.findStanding(userId, picker.traceparent, 'now');
    if (!standsSince(standing, device.approval.provenAtMs)) throw await failPickup(context, poll);
    return await openAndComplete(context, poll, device.approval, standing, picker.jkt);
  } catch (fault) {
    if (!(fault instanceof ApiError && fault.code === 'invalid_grant')) await giveBack(context, poll);
    throw fault;
  }
}

/** Redis may be what failed; the claim then ends by itself. */
async function giveBack({ devices }: SsoContext, { claim, device }: Claimed): Promise<void> {
  await devices.release(device.deviceCodeHash, claim).catch(() => undefined);
}

async function failPickup(
  { devices, history, now }: SsoContext,
  { claim, device }: Claimed,
): Promise<ApiError> {
  const won = await devices.failPickup(device.deviceCodeHash, claim, now());
  if (won) await history.recordFailed(device, 'account', now());
  return new ApiError(errors.accountInactive);
}

async function openAndComplete(
  context: SsoContext,
  { claim, device }: Claimed,
  approval: DeviceApproval,
  standing: Standing,
  jkt: string | undefined,
): Promise<TokenPackage> {
  const { settings, families, devices, now } = context;
  const secrets = createRefreshSecrets();
  const nowMs = now();
  const absoluteExpiresAtMs = approval.approvedAtMs + settings.refreshAbsoluteTtlSeconds * 1000;
  const idleExpiresAtMs = Math.min(nowMs + settings.refreshIdleTtlSeconds * 1000, absoluteExpiresAtMs);
  const id = await families.open({
    familyId: randomUUID(),
    device,
    approval,
    claim,
    ...(jkt === undefined ? {} : { jkt }),
    tokenHash: hashSecret(secrets.token),
    linkHash: hashSecret(secrets.link),
    nowMs,
    idleExpiresAtMs,
    absoluteExpiresAtMs,
  });
  if (id === undefined) throw new ApiError(errors.invalidDeviceCode);
  const { clientId, audience } = device;
  const source = { ...approval, id, clientId, audience, idleExpiresAtMs, absoluteExpiresAtMs, jkt };
  const tokens = createTokenPackage(signerOf({ ...context, now: () => nowMs }), source, standing, secrets);
  const won = await devices.complete(device.deviceCodeHash, claim, id, now());
  if (!won) throw new ApiError(errors.invalidDeviceCode);
  return tokens;
}
