import { expectOk } from '../oauth/answer.ts';
import { makeDpopKey } from '../oauth/dpop-key.ts';
import type { Sso } from '../oauth/sso.ts';
import type { DeviceLogin } from './device-login.ts';

export interface LoginInput {
  /** Scopes separated by spaces; without it the client's default scopes apply. */
  readonly scope?: string;
  /** Audience of the tokens, or several; without it the client's default audiences apply. */
  readonly audience?: string | readonly string[];
}

/** Asks for a device authorization. Throws a LatchkeyError when it is refused or not answered. */
export async function startLogin(
  sso: Sso,
  { scope, audience = [] }: LoginInput,
  dpop = false,
): Promise<DeviceLogin> {
  const fields = [audience].flat().map((one) => ['aud', one]);
  if (scope !== undefined) fields.push(['scope', scope]);
  const dpopKey = dpop ? await makeDpopKey() : undefined;
  const device = expectOk(await sso.startDevice(fields));
  const intervalSeconds = device.interval ?? 5;
  const nowMs = sso.clock.now();
  return {
    status: 'pending',
    deviceCode: device.device_code,
    userCode: device.user_code,
    verificationUri: device.verification_uri,
    verificationUriComplete: device.verification_uri_complete ?? device.verification_uri,
    expiresInSeconds: device.expires_in,
    expiresAtMs: nowMs + device.expires_in * 1000,
    intervalSeconds,
    nextPollAtMs: nowMs + intervalSeconds * 1000,
    askedAtMs: null,
    unanswered: 0,
    ...(dpopKey === undefined ? {} : { dpopKey }),
  };
}
