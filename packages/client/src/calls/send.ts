import * as oauth from 'oauth4webapi';
import type { Caller } from '../session/session.ts';
import { isHttpAllowed } from '../settings.ts';

/**
 * Where the credentials travel: in fields of the body (the default, which both services read), or in headers, for an
 * installation whose HEADER_AUTH reads these alone.
 */
export type CredentialPlace = 'fields' | 'headers';

const jsonHeaders = { accept: 'application/json', 'content-type': 'application/json' };

/** Time for a whole call, a payload of 1 MiB over a slow line included. */
const callTimeoutMs = 60_000;

/**
 * Sends a call with the session's access token and, where that is bound to a key, a proof (RFC 9449 7.1); without either
 * where the caller has none.
 */
export async function sendCall(caller: Caller, place: CredentialPlace, request: Request): Promise<Response> {
  const [credentials, body] = await Promise.all([caller.credentials(), request.text()]);
  const { settings } = caller;
  const send = settings.fetch ?? fetch;
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(callTimeoutMs)]);
  const isHttpFine = isHttpAllowed(settings, request.url);
  if (credentials === undefined) {
    if (!isHttpFine && !request.url.startsWith('https:')) throw new Error('only https: is allowed');
    return send(request.url, { method: 'POST', headers: jsonHeaders, body, signal });
  }
  const { accessToken, key } = credentials;
  const options = {
    [oauth.allowInsecureRequests]: isHttpFine,
    [oauth.customFetch]: (url: string, init: SentCall) =>
      send(url, place === 'headers' ? init : moveToFields(init, accessToken, body)),
    signal,
    ...(key === undefined ? {} : { DPoP: key.handle }),
  };
  const attempt = () => {
    const url = new URL(request.url);
    return oauth.protectedResourceRequest(accessToken, 'POST', url, new Headers(jsonHeaders), body, options);
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
