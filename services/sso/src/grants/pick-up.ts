import { ApiError } from '@latchkey/contracts';
import { isDependencyLost } from '@latchkey/database/is-dependency-lost';
import { hashSecret } from '@latchkey/secrets';
import type { Client } from '../client/client.ts';
import { narrowGrant } from '../client/narrow-grant.ts';
import type { SsoContext } from '../context.ts';
import type { DevicePoll } from '../device/device-store.ts';
import type { DeviceApproval } from '../device/device.ts';
import { errors } from '../errors.ts';
import type { FamilyPickup } from '../family/family-store.ts';
import { createRefreshSecrets, type RefreshSecrets } from '../family/refresh-secrets.ts';
import type { Standing } from '../sibling/standing.ts';
import { holdsAdmin, limitAdmin, omitScopes } from '../token/rights.ts';
import { adminTtlSeconds } from '../token/sign-access-token.ts';
import { isActiveSince } from '../token/standing.ts';
import { createTokenPackage, type TokenPackage } from '../token/token-package.ts';
import { answerReplay } from './answer-replay.ts';

/** Who picks up, the key it proved to hold, if any, and what it asks for. */
interface Picker {
  readonly jkt: string | undefined;
  readonly client: Client;
  /** Asks for less than was granted, for the access token only. */
  readonly input: Parameters<typeof narrowGrant>[2];
  readonly traceparent: string;
  /** Network address of the poll. */
  readonly ip: string;
  /** How long ago the poll began. */
  readonly ageMs: () => number;
  readonly isGone: () => Promise<boolean>;
}

type Claimed = Extract<DevicePoll, { outcome: 'claimed' }>;

/**
 * Turns a claim into tokens: check the standing, write the family to Postgres, check the standing again, mark the code
 * redeemed in Redis, mark the family delivered in Postgres, answer. A fault on the way releases the claim, so that the
 * code stays redeemable. Throws invalid_grant when the account is not active, allows no devices or has voided what it
 * approved, before or meanwhile, and when another pickup has delivered; docs/decisions/0006-pickup.md.
 */
export async function pickUp(context: SsoContext, poll: Claimed, picker: Picker): Promise<TokenPackage> {
  try {
    const { approval } = poll.device;
    if (approval?.clientId !== picker.client.clientId) throw await refuseTampered(context, poll);
    return await openAndComplete(context, poll, approval, picker);
  } catch (fault) {
    if (!(fault instanceof ApiError && fault.code === 'invalid_grant')) await releaseClaim(context, poll);
    throw fault;
  }
}

/** If Redis is the dependency that failed, the claim expires by itself. */
async function releaseClaim({ devices }: SsoContext, { claim, device }: Claimed): Promise<void> {
  await devices.release(device.deviceCodeHash, claim).catch((error: unknown) => {
    if (!isDependencyLost(error)) throw error;
  });
}

/**
 * Redis holds an approval that sso did not write, or not for this client. It is treated as no approval, and the code
 * ends.
 */
async function refuseTampered(context: SsoContext, poll: Claimed): Promise<ApiError> {
  const { id, clientId } = poll.device;
  const data = { device_id: id, client_id: clientId };
  await context.outbox.append({ type: 'device.tampered', occurredAtMs: context.now(), data });
  await failPickup(context, poll);
  return new ApiError(errors.invalidDeviceCode, { detail: 'the approval in Redis is not authentic' });
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
  poll: Claimed,
  approval: DeviceApproval,
  { jkt, client, input, traceparent, ip, ageMs, isGone }: Picker,
): Promise<TokenPackage> {
  const { families, devices, userApi, settings, now } = context;
  const { deviceCodeHash } = poll.device;
  const { audience, clientId } = approval;
  // A family lasts for months, so what was voided a moment ago must not begin one.
  const look = () => userApi.findStanding(approval.userId, traceparent);
  const nowMs = now();
  const standing = await look();
  if (!allowsDevice(standing, approval)) throw await failPickup(context, poll);
  const places = [poll.device.ip, approval.approvedFrom, ip] as const;
  const scope = limitAdmin(settings, { ...approval, places }, standing);
  if (holdsAdmin(approval.scope) && !holdsAdmin(scope)) await recordRefused(context, poll, approval, ip);
  const narrowed = narrowGrant(client, { scope, audience }, input);
  const isAdmin = holdsAdmin(narrowed.scope);
  const [request_ip, browser_ip, pickup_ip] = places;
  const adminFrom = isAdmin ? { request_ip, browser_ip, pickup_ip } : undefined;
  const { id } = poll.device;
  const tokenKey = context.randomBytes(32);
  const secrets = createRefreshSecrets({ id, tokenKey }, 0, context.randomBytes);
  const found = { approval, standing, tokenKey, secrets, nowMs, adminFrom };
  const pickup = describePickup(context, poll, found);
  const isOpened = await families.open({ ...pickup, ...(jkt === undefined ? {} : { jkt }) });
  if (!isOpened) throw await explainTaken(context, poll, client, ageMs());
  const authTime = new Date(approval.authTime * 1000);
  const granted = { amr: [...approval.amr], authTime, jkt: jkt ?? null, wantsIdToken: true };
  const source = { ...pickup, ...narrowed, id, clientId, ...granted };
  // The tokens are signed while user-api answers, and are dropped where its answer has changed.
  const [again, tokens] = await Promise.all([
    look(),
    createTokenPackage(context, source, standing, secrets, nowMs),
  ]);
  if (hasChanged(standing, again)) {
    await families.revoke(id, 'undelivered', now());
    throw await failPickup(context, poll);
  }
  // Before the code is redeemed, so that the caller's next poll finds it approved.
  if (await isGone()) throw new ApiError(errors.authorizationPending, { detail: 'the caller has gone' });
  await makeRoom(context, standing);
  const won = await devices.complete(deviceCodeHash, poll.claim, now());
  if (!won)
    throw new ApiError(errors.invalidDeviceCode, { detail: 'a later claim exists, or the code has ended' });
  // Redis may forget its last second; what Postgres says here, it never says again.
  if (!(await families.deliver(pickup, now())))
    throw new ApiError(errors.invalidDeviceCode, {
      detail: 'another pickup took the family, or it was revoked',
    });
  return tokens;
}

/** Ends the families that a person has beyond the most that one may have, the new one among those that stay. */
async function makeRoom(
  { families, settings: { mostFamilies }, now }: SsoContext,
  { userId, kind }: Standing,
): Promise<void> {
  if (mostFamilies > 0 && kind === 'user') await families.endSurplus(userId, mostFamilies, now());
}

/**
 * Why the family cannot be written. If it was delivered before this claim, Redis has forgotten that: the code is marked
 * redeemed again, and this poll is a replay.
 */
async function explainTaken(
  context: SsoContext,
  { claim, device }: Claimed,
  client: Client,
  ageMs: number,
): Promise<ApiError> {
  const { families, devices, now } = context;
  const deliveredAt = await families.findDelivery(device.id, claim);
  if (deliveredAt === undefined) {
    const detail = 'a later claim wrote the family, it was used or revoked, or the code has failed';
    return new ApiError(errors.invalidDeviceCode, { detail });
  }
  await devices.complete(device.deviceCodeHash, claim, now());
  // Redis has forgotten when it was. Replicas whose clocks differ by seconds can be wrong here, after such a loss only.
  const startedAfterMs = now() - deliveredAt.getTime() - ageMs;
  await answerReplay(context, client, device, startedAfterMs);
  return new ApiError(errors.invalidDeviceCode, { detail: 'the family of the code was delivered before' });
}

/** Tells that an approval of admin was not picked up where it must be, or by no operator any more. */
async function recordRefused(
  { outbox, now }: SsoContext,
  { device: { id, clientId, ip: request_ip } }: Claimed,
  { userId, approvedFrom: browser_ip }: DeviceApproval,
  pickup_ip: string,
): Promise<void> {
  const about = { device_id: id, client_id: clientId, user_id: userId, reason: 'pickup' };
  const data = { ...about, request_ip, browser_ip, pickup_ip };
  await outbox.append({ type: 'admin.refused', occurredAtMs: now(), data });
}

function describePickup(
  { settings }: SsoContext,
  { claim, device }: Claimed,
  found: {
    approval: DeviceApproval;
    standing: Standing;
    tokenKey: Uint8Array;
    secrets: RefreshSecrets;
    nowMs: number;
    adminFrom: FamilyPickup['adminFrom'];
  },
): FamilyPickup {
  const { approval, standing, tokenKey, secrets, nowMs, adminFrom } = found;
  const lastsMs = settings.refreshAbsoluteTtlSeconds * 1000;
  // A family that was given admin ends with that access token.
  const absoluteExpiresAtMs = adminFrom
    ? Math.floor(nowMs / 1000) * 1000 + adminTtlSeconds(settings) * 1000
    : approval.approvedAtMs + lastsMs;
  return {
    device,
    // admin lasts for one access token: what is refreshed never holds it.
    approval: { ...approval, scope: omitScopes(approval.scope, ['admin']) },
    claim,
    tokenKey,
    tokenHash: hashSecret(secrets.token),
    linkHash: hashSecret(secrets.link),
    nowMs,
    tokensValidAfter: new Date(standing.tokensValidAfterMs),
    idleExpiresAt: new Date(Math.min(nowMs + settings.refreshIdleTtlSeconds * 1000, absoluteExpiresAtMs)),
    absoluteExpiresAt: new Date(absoluteExpiresAtMs),
    ...(adminFrom && { adminFrom }),
  };
}

/** Whether the account is active, has not voided what it approved, and allows devices. */
function allowsDevice(
  standing: Standing | undefined,
  { tokensValidAfterMs }: DeviceApproval,
): standing is Standing {
  return isActiveSince(standing, tokensValidAfterMs) && standing.deviceSignIn;
}

/** Whether an account was voided, disabled or removed, or stopped to allow devices, since it was seen active. */
function hasChanged(seen: Standing, again: Standing | undefined): boolean {
  return !again?.isActive || !again.deviceSignIn || again.tokensValidAfterMs !== seen.tokensValidAfterMs;
}
