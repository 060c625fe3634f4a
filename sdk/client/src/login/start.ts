import { findHostName } from '../host.ts';
import { expectOk } from '../oauth/answer.ts';
import { makeDpopKey } from '../oauth/dpop-key.ts';
import type { Sso } from '../oauth/sso.ts';
import type { SessionStore } from '../session/session-store.ts';
import { nameStoreFailures } from '../session/store-failures.ts';
import { readPageAddress, type Settings } from '../settings.ts';
import type { DeviceLogin } from './device-login.ts';

export interface LoginInput {
  /** Scopes separated by spaces; without it the client's default scopes apply. */
  readonly scope?: string;
  /** Audience of the tokens, or several; without it the client's default audiences apply. */
  readonly audience?: string | readonly string[];
  /** Whether the tokens are bound to a key, where this login differs from the setting `dpop`. */
  readonly dpop?: boolean;
  /** What the device calls itself, where this login differs from the setting `deviceName`. */
  readonly deviceName?: string | false;
  /** Where the session will be kept: tried first, so that a store that fails does so before somebody approves. */
  readonly store?: SessionStore;
}

/**
 * Asks for a device authorization. Throws a LatchkeyError when it is refused or not answered, names a page that is not
 * sso's, or where the store fails.
 */
export async function startLogin(
  sso: Sso,
  { scope, audience = [], dpop, deviceName, store }: LoginInput,
  settings: Settings,
): Promise<DeviceLogin> {
  await tryStore(store);
  const fields = [audience].flat().map((one) => ['aud', one]);
  if (scope !== undefined) fields.push(['scope', scope]);
  const name = deviceName ?? settings.deviceName ?? findPublicName(settings);
  if (name !== undefined && name !== false) fields.push(['device_name', name]);
  // Where the installation wants a number, following the login asks for it.
  fields.push(['confirmation', 'number']);
  const dpopKey = (dpop ?? settings.dpop) ? await makeDpopKey() : undefined;
  const device = expectOk(await sso.startDevice(fields));
  const verificationUri = readPageAddress(settings, device.verification_uri);
  const complete = device.verification_uri_complete;
  const intervalSeconds = device.interval ?? 5;
  const nowMs = sso.clock.now();
  return {
    status: 'pending',
    deviceCode: device.device_code,
    userCode: device.user_code,
    verificationUri,
    verificationUriComplete: complete === undefined ? verificationUri : readPageAddress(settings, complete),
    expiresInSeconds: device.expires_in,
    expiresAtMs: nowMs + device.expires_in * 1000,
    intervalSeconds,
    nextPollAtMs: nowMs + intervalSeconds * 1000,
    askedAtMs: null,
    unanswered: 0,
    ...needsNumber(device),
    ...(dpopKey === undefined ? {} : { dpopKey }),
  };
}

function needsNumber(device: object): Pick<DeviceLogin, 'confirmation'> {
  return 'confirmation' in device && device.confirmation === 'number' ? { confirmation: 'needed' } : {};
}

/** Reads what is there and takes room for more; nothing changes. */
export async function tryStore(store: SessionStore | undefined): Promise<void> {
  if (store === undefined) return;
  const named = nameStoreFailures(store);
  await named.lock(async () => {
    await named.read();
    await named.makeRoom?.();
  });
}

/** A client with a secret runs on a server: its host is not the person's device. */
function findPublicName({ clientSecret }: Settings): string | undefined {
  return clientSecret === undefined ? findHostName() : undefined;
}
