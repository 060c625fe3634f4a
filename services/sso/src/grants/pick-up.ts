import { ApiError } from '@latchkey/contracts';
import { isDependencyLost } from '@latchkey/database/is-dependency-lost';
import { hashSecret } from '@latchkey/secrets';
import { splitScope } from '@latchkey/tokens';
import type { SsoContext } from '../context.ts';
import { errors } from '../errors.ts';
import { narrowGrant } from '../oauth/client/narrow-grant.ts';
import type { DevicePoll } from '../oauth/device/device-store.ts';
import type { DeviceApproval, DeviceAuthorization } from '../oauth/device/device.ts';
import type { FamilyDelivery, FamilyPickup } from '../oauth/family/family-store.ts';
import { createRefreshSecrets, type RefreshSecrets } from '../oauth/family/refresh-secrets.ts';
import { holdsAdmin, limitAdmin, omitScopes } from '../oauth/token/rights.ts';
import { adminTtlSeconds } from '../oauth/token/sign-access-token.ts';
import { createAccessPackage, createTokenPackage, type AccessPackage } from '../oauth/token/token-package.ts';
import type { Standing } from '../sibling/standing.ts';
import { answerReplay } from './answer-replay.ts';
import type { TokenRequest } from './grant.ts';

/** Who picks up, the key it proved to hold, if any, and what it asks for: less than was granted, for the access token only. */
type Picker = Omit<TokenRequest<Parameters<typeof narrowGrant>[2]>, 'proof'> & {
  readonly jkt: string | undefined;
};

export type Claimed = Extract<DevicePoll, { outcome: 'claimed' }>;

/**
 * Turns a claim into tokens: write the family to Postgres, check the account's standing, sign, mark the code redeemed in
 * Redis, mark the family delivered in Postgres, answer. A fault on the way releases the claim, so that the code stays
 * redeemable. Throws invalid_grant when the account is not active, allows no devices or has voided what it approved, and
 * when another pickup has delivered; docs/decisions/0006-pickup.md.
 */
export async function pickUp(context: SsoContext, poll: Claimed, picker: Picker): Promise<AccessPackage> {
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
  await context.outbox.append('device.tampered', { device_id: id, client_id: clientId });
  await failPickup(context, poll);
  return new ApiError(errors.invalidDeviceCode, { detail: 'the approval in Redis is not authentic' });
}

/** Ends a claimed code, for this caller and for all others. */
export async function failPickup(
  { devices, history, now }: SsoContext,
  { claim, device }: Claimed,
  failure: 'account' | 'mismatch' = 'account',
): Promise<ApiError> {
  const won = await devices.failPickup(device.deviceCodeHash, claim, now(), failure);
  if (won) await history.recordFailed(device, failure, now());
  return new ApiError(errors.accountInactive);
}

async function openAndComplete(
  context: SsoContext,
  poll: Claimed,
  approval: DeviceApproval,
  picker: Picker,
): Promise<AccessPackage> {
  const { families, userApi, settings, now } = context;
  const { device } = poll;
  const look = () => userApi.findStanding(approval.userId, picker.traceparent);
  const from = { request_ip: device.ip, browser_ip: approval.approvedFrom, pickup_ip: picker.ip };
  const places = placesOf(device, picker.client, from);
  const limit = (scope: string, standing: Standing | undefined) =>
    limitAdmin(settings, { ...approval, scope, places }, standing);
  // How long the family lasts depends on whether it is given admin, so an operator is looked at before as well.
  const scope = holdsAdmin(approval.scope) ? limit(approval.scope, await look()) : approval.scope;
  const narrowed = narrowGrant(picker.client, { scope, audience: approval.audience }, picker.input);
  const { pickup, secrets } = preparePickup(context, poll, approval, narrowed.scope, picker);
  if (!(await families.open(pickup))) throw await explainTaken(context, poll, picker);
  // A family lasts for months, so what was voided a moment ago must not begin one.
  const standing = await look();
  if (!allows(standing, device, approval)) {
    await families.revoke(device.id, 'undelivered', now());
    throw await failPickup(context, poll);
  }
  const { clientId, userId, amr } = approval;
  // Not picked up where it must be, or by no operator any more.
  if (holdsAdmin(approval.scope) && !holdsAdmin(limit(scope, standing))) {
    const about = { device_id: device.id, client_id: clientId, user_id: userId, reason: 'pickup' };
    await context.outbox.append('admin.refused', { ...about, ...from });
  }
  const given = { ...pickup, ...narrowed, scope: limit(narrowed.scope, standing) };
  const own = { id: device.id, clientId, jkt: picker.jkt ?? null };
  const signedIn = { amr: [...amr], authTime: new Date(approval.authTime * 1000) };
  const source = { ...given, ...own, ...signedIn, wantsIdToken: true, app: device.app };
  const tokens = mayRefresh(device, picker.client, approval)
    ? await createTokenPackage(context, source, standing, secrets, pickup.nowMs)
    : await createAccessPackage(context, source, standing, pickup.nowMs);
  // Before the code is redeemed, so that the caller's next poll finds it approved.
  if (await picker.isGone())
    throw new ApiError(errors.authorizationPending, { detail: 'the caller has gone' });
  await makeRoom(context, standing);
  await redeem(context, { ...pickup, ...(holdsAdmin(given.scope) && { adminFrom: from }) });
  return tokens;
}

/** Marks the code redeemed and its family delivered. Throws invalid_grant when another pickup, or an end, was first. */
async function redeem(
  { families, devices, now }: SsoContext,
  delivery: Omit<FamilyDelivery, 'deliveredAtMs'>,
): Promise<void> {
  if (!(await devices.complete(delivery.device.deviceCodeHash, delivery.claim, now())))
    throw new ApiError(errors.invalidDeviceCode, { detail: 'a later claim exists, or the code has ended' });
  // Redis may forget its last second; what Postgres says here, it never says again.
  if (!(await families.deliver({ ...delivery, deliveredAtMs: now() })))
    throw new ApiError(errors.invalidDeviceCode, {
      detail: 'another pickup took the family, it was revoked, or the code has failed',
    });
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
  { client, ageMs }: Picker,
): Promise<ApiError> {
  const { families, devices, now } = context;
  const deliveredAt = await families.findDelivery(device.id, claim);
  if (deliveredAt === undefined) {
    const detail = 'a later claim wrote the family, it was used or revoked, or the code has failed';
    return new ApiError(errors.invalidDeviceCode, { detail });
  }
  await devices.complete(device.deviceCodeHash, claim, now());
  // Redis has forgotten when it was. Replicas whose clocks differ by seconds can be wrong here, after such a loss only.
  const startedAfterMs = now() - deliveredAt.getTime() - ageMs();
  await answerReplay(context, client, device, startedAfterMs);
  return new ApiError(errors.invalidDeviceCode, { detail: 'the family of the code was delivered before' });
}

/** The family, and its first secrets; `scope` is that of the access token. */
function preparePickup(
  { settings, now, randomBytes }: SsoContext,
  { claim, device }: Claimed,
  approval: DeviceApproval,
  scope: string,
  { client, jkt }: Picker,
): { readonly pickup: FamilyPickup; readonly secrets: RefreshSecrets } {
  const nowMs = now();
  const tokenKey = randomBytes(32);
  const secrets = createRefreshSecrets({ id: device.id, tokenKey }, 0, randomBytes);
  const isKept = mayRefresh(device, client, approval);
  const lost = isKept ? ['admin'] : ['admin', 'offline_access'];
  // A family that is given admin, or holds no refresh token, ends with its access token.
  const lifeSeconds = holdsAdmin(scope) ? adminTtlSeconds(settings) : settings.accessTokenTtlSeconds;
  const absoluteExpiresAtMs =
    holdsAdmin(scope) || !isKept
      ? Math.floor(nowMs / 1000) * 1000 + lifeSeconds * 1000
      : approval.approvedAtMs + settings.refreshAbsoluteTtlSeconds * 1000;
  const pickup = {
    device,
    // admin lasts for one access token: what is refreshed never holds it.
    approval: { ...approval, scope: omitScopes(approval.scope, lost) },
    claim,
    ...(jkt !== undefined && { jkt }),
    tokenKey,
    tokenHash: hashSecret(secrets.token),
    linkHash: hashSecret(secrets.link),
    nowMs,
    idleExpiresAt: new Date(Math.min(nowMs + settings.refreshIdleTtlSeconds * 1000, absoluteExpiresAtMs)),
    absoluteExpiresAt: new Date(absoluteExpiresAtMs),
  };
  return { pickup, secrets };
}

/** Whether the account is active, has voided nothing since it approved, and allows devices where it is one. */
function allows(
  standing: Standing | undefined,
  { road }: DeviceAuthorization,
  { tokensValidAfterMs }: DeviceApproval,
): standing is Standing {
  if (standing?.isActive !== true || standing.tokensValidAfterMs !== tokensValidAfterMs) return false;
  return road === 'browser' || standing.deviceSignIn;
}

/** Whether a refresh token is given. On the browser road it is asked for by offline_access. */
function mayRefresh(
  { road }: DeviceAuthorization,
  { grantTypes }: Picker['client'],
  { scope }: DeviceApproval,
): boolean {
  if (road === 'device') return true;
  return grantTypes.includes('refresh_token') && splitScope(scope).includes('offline_access');
}

/** The addresses that must be of one place for admin. A client with a secret shows by it that it is no stranger's. */
function placesOf(
  { road }: DeviceAuthorization,
  { authMethod }: Picker['client'],
  from: Readonly<Record<'request_ip' | 'browser_ip' | 'pickup_ip', string>>,
): string[] {
  return road === 'browser' && authMethod !== 'none' ? [from.browser_ip] : Object.values(from);
}
