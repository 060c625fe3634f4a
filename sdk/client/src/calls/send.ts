import * as oauth from 'oauth4webapi';
import { checkToken } from '../check-settings.ts';
import type { Caller, Credentials } from '../session/session.ts';
import { createSend, type Settings } from '../settings.ts';

/**
 * Where the credentials travel: in fields of the body (the default, which both services read), or in headers, for an
 * installation whose HEADER_AUTH reads these alone.
 */
export type CredentialPlace = 'fields' | 'headers';

const jsonHeaders = { accept: 'application/json', 'content-type': 'application/json' };

/** Time for a whole call, a payload of 1 MiB over a slow line included. */
const callTimeoutMs = 60_000;

/** The codes of a token that does not count, whatever its time (contract part 0 "Envelope"). */
const tokenRefusals: readonly unknown[] = ['token_invalid', 'token_expired', 'session_revoked'];

/**
 * Sends a call with the caller's access token. A token that was ended before its time is refreshed, and the call is sent
 * once more: the services judge the token first, so the refused call has had no effect.
 */
export async function sendCall(
  caller: Caller,
  place: CredentialPlace,
  request: Request,
  timeoutMs = callTimeoutMs,
): Promise<Response> {
  const [credentials, body] = await Promise.all([caller.credentials(), request.text()]);
  const { url, signal } = request;
  const call = { settings: caller.settings, place, url, body, signal, timeoutMs };
  const response = await sendOnce(call, credentials);
  if (!(await isTokenRefused(response))) return response;
  const next = await caller.credentials(credentials?.accessToken);
  return next?.accessToken === credentials?.accessToken ? response : sendOnce(call, next);
}

/** Whether it is the token that was refused, and not a password, a proof or a right. */
async function isTokenRefused(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return typeof body === 'object' && body !== null && 'code' in body && tokenRefusals.includes(body.code);
}

interface PreparedCall extends Pick<Request, 'url' | 'signal'> {
  readonly settings: Settings;
  readonly place: CredentialPlace;
  readonly body: string;
  /** For the whole answer. */
  readonly timeoutMs: number;
}

/**
 * Sends a call with an access token and, where that is bound to a key, a proof (RFC 9449 7.1); without either where the
 * caller has none.
 */
async function sendOnce(call: PreparedCall, credentials: Credentials | undefined): Promise<Response> {
  const { settings, place, url, body, timeoutMs } = call;
  const send = createSend(settings);
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(timeoutMs)]);
  if (credentials === undefined) return send(url, { method: 'POST', headers: jsonHeaders, body, signal });
  const { accessToken, key } = credentials;
  checkToken(accessToken);
  const options = {
    // `send` judges the address.
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: (to: string, init: SentCall) =>
      send(to, place === 'headers' ? init : moveToFields(init, accessToken, body)),
    signal,
    ...(key === undefined ? {} : { DPoP: key.handle }),
  };
  const attempt = () => {
    const headers = new Headers(jsonHeaders);
    return oauth.protectedResourceRequest(accessToken, 'POST', new URL(url), headers, body, options);
  };
  try {
    return await attempt().catch((error: unknown) =>
      oauth.isDPoPNonceError(error) ? attempt() : Promise.reject(error),
    );
  } catch (error) {
    // A refusal with a challenge is an answer like any other: its body says more than the challenge.
    if (error instanceof oauth.WWWAuthenticateChallengeError) return error.response;
    throw error;
  }
}

interface SentCall {
  readonly headers: Record<string, string>;
}

function moveToFields({ headers, ...init }: SentCall, accessToken: string, body: string): RequestInit {
  const { authorization: _authorization, dpop, ...others } = headers;
  const proof = dpop === undefined ? {} : { 'auth.dpop': dpop };
  const fields = { ...(JSON.parse(body) as object), 'auth.token': accessToken, ...proof };
  return { ...init, headers: others, body: JSON.stringify(fields) };
}
