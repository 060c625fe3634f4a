import { callSso, readTokenPackage, text } from './call-sso.ts';
import { findPlaces } from './places.ts';
import type { Session } from './session-file.ts';
import { createComplaint, tell, type Shell } from './shell.ts';

const grantType = 'urn:ietf:params:oauth:grant-type:device_code';
/** The interval when sso names none. Source: RFC 8628 3.5. */
const usualIntervalSeconds = 5;

/** Signs in through a browser on any device (RFC 8628). Throws a complaint when the sign-in is denied or expires. */
export async function signIn(shell: Shell): Promise<Session> {
  const { clientId } = findPlaces(shell);
  const started = await callSso(shell, '/device_authorization', {
    client_id: clientId,
    scope: 'openid offline_access',
  });
  if (!started.ok)
    throw createComplaint(`sso refused the sign-in: ${String(started.body['error_description'])}`);
  const deviceCode = text(started.body, 'device_code');
  tell(shell, `To sign in, open ${text(started.body, 'verification_uri_complete')}`);
  tell(shell, `and check that it shows the code ${text(started.body, 'user_code')}.`);
  const interval = Number(started.body['interval'] ?? usualIntervalSeconds);
  return poll(shell, { grant_type: grantType, device_code: deviceCode, client_id: clientId }, interval);
}

async function poll(shell: Shell, form: Record<string, string>, intervalSeconds: number): Promise<Session> {
  let pauseSeconds = intervalSeconds;
  for (;;) {
    await shell.pause(pauseSeconds);
    const { ok, body } = await callSso(shell, '/token', form);
    if (ok) return readTokenPackage(shell, body);
    const error = body['error'];
    if (error === 'slow_down') pauseSeconds = Number(body['interval'] ?? pauseSeconds + usualIntervalSeconds);
    else if (error !== 'authorization_pending' && error !== 'temporarily_unavailable') throw ended(error);
  }
}

function ended(error: unknown): Error {
  if (error === 'access_denied') return createComplaint('The sign-in was denied.');
  if (error === 'expired_token') return createComplaint('Nobody approved the sign-in in time.');
  return createComplaint(`The sign-in failed: ${String(error)}.`);
}
