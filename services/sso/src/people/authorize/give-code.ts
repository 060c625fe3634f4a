import type { LogEvents, Outbox } from '../../event/event.ts';
import type { Client } from '../../oauth/client/client.ts';
import type { Consents } from '../../oauth/consent/consents.ts';
import { revokeDevice, type RevokePorts } from '../../oauth/consent/revoke-device.ts';
import type { DeviceHistory } from '../../oauth/device/device-history.ts';
import type { DeviceStore } from '../../oauth/device/device-store.ts';
import type { DeviceApproval, DeviceRequest } from '../../oauth/device/device.ts';
import { hashDeviceCode } from '../../oauth/device/start-device-authorization.ts';
import { omitScopes, refuseAdmin, type OperatorRules } from '../../oauth/token/rights.ts';
import { isActiveSince } from '../../oauth/token/standing.ts';
import type { UserApi } from '../../sibling/user-api.ts';
import type { SignedInVisit, Visit } from '../sign-in/visit.ts';
import type { AppRequest } from './app-request.ts';

export interface GivePorts extends RevokePorts {
  readonly newId: () => string;
  readonly randomBytes: (size: number) => Buffer;
  readonly settings: OperatorRules;
  readonly devices: RevokePorts['devices'] & Pick<DeviceStore, 'createApproved'>;
  readonly history: DeviceHistory;
  readonly consents: Pick<Consents, 'findLive'>;
  readonly outbox: Outbox;
  readonly logEvents: LogEvents;
  readonly userApi: Pick<UserApi, 'findStanding' | 'logEvents'>;
}

/** What a code is given for. */
export interface Given {
  readonly client: Client;
  readonly redirectUri: string;
  readonly asked: AppRequest;
  /** When the person allowed it, or was found to have: a consent that ended after it does not begin again by it. */
  readonly decidedAtMs: number;
}

/** How long a code waits for its app. Source: RFC 6749 4.1.2. */
const lifeMs = 60_000;

/**
 * Makes a code of 256 random bits, stored only hashed: a device authorization that is approved when it is made. Its row is
 * written first, so that what ends the account's devices finds it. Undefined where the account is not active any more, or
 * the consent to it has just ended. Rejects where the row cannot be written. Source: contract part 1
 * "The browser road".
 */
export async function giveCode(
  ports: GivePorts,
  visit: SignedInVisit,
  given: Given,
): Promise<string | undefined> {
  const standing = await ports.userApi.findStanding(visit.session.userId, visit.traceparent);
  if (!isActiveSince(standing, visit.session.tokensValidAfterMs)) return undefined;
  const code = ports.randomBytes(32).toString('base64url');
  const device = makeRequest(ports, visit, given, hashDeviceCode(code));
  const scope = await limitScope(ports, device, visit, standing.kind);
  const approval = makeApproval(visit, device, scope, given.decidedAtMs);
  await ports.history.recordVerified(device, approval.userId);
  await ports.devices.createApproved(device, approval);
  await ports.history.recordApproved(device, approval);
  if (await wasRevoked(ports, device, approval)) return undefined;
  void ports.logEvents((events) => ports.userApi.logEvents(events)).catch(() => undefined);
  return code;
}

type Authorization = Parameters<DeviceHistory['recordVerified']>[0];

function makeRequest(
  { now, newId }: GivePorts,
  { ip, userAgent }: Visit,
  { client, redirectUri, asked }: Given,
  deviceCodeHash: string,
): Authorization {
  const createdAtMs = now();
  const { scope, audience, codeChallenge, nonce, jkt } = asked;
  const request: DeviceRequest = {
    id: newId(),
    road: 'browser',
    app: { redirectUri, codeChallenge, nonce, jkt },
    deviceCodeHash,
    userCode: '',
    clientId: client.clientId,
    clientName: client.name,
    registeredBy: client.registeredBy,
    scope,
    audience,
    ip,
    userAgent,
    devicePolicy: 'any',
    createdAtMs,
    expiresAtMs: createdAtMs + lifeMs,
    intervalSeconds: 0,
  };
  return { ...request, state: 'pending', wrongPasswords: 0 };
}

/** What was asked for, without admin where the person does not get it here. */
async function limitScope(
  { settings, outbox }: GivePorts,
  { id, clientId, scope }: DeviceRequest,
  { ip, session }: SignedInVisit,
  kind: Parameters<typeof refuseAdmin>[2]['kind'],
): Promise<string> {
  const reason = refuseAdmin(settings, scope, { kind, amr: session.amr, places: [ip] });
  if (reason === undefined) return scope;
  const about = { device_id: id, client_id: clientId, user_id: session.userId, reason };
  await outbox.append('admin.refused', { ...about, request_ip: ip, browser_ip: ip });
  return omitScopes(scope, ['admin']);
}

function makeApproval(
  { ip, session }: SignedInVisit,
  device: DeviceRequest,
  scope: string,
  approvedAtMs: number,
): DeviceApproval {
  const { userId, email, amr, authTime, tokensValidAfterMs } = session;
  const { clientId, audience } = device;
  const granted = { clientId, scope, audience, approvedAtMs, approvedFrom: ip };
  return { userId, email, amr, authTime, tokensValidAfterMs, ...granted };
}

/** A consent that ended while the code was made has not reached it. */
async function wasRevoked(
  ports: GivePorts,
  device: DeviceRequest,
  { userId }: DeviceApproval,
): Promise<boolean> {
  const { id, clientId, deviceCodeHash } = device;
  if ((await ports.consents.findLive(userId, clientId)) !== undefined) return false;
  await revokeDevice(
    ports,
    { id, clientId, deviceCodeHash, familyId: null, state: 'approved_waiting_pickup' },
    'user',
  );
  return true;
}
