import type { Request as ExpressRequest, RequestHandler } from 'express';
import * as oauth from 'oauth4webapi';

export interface Api {
  /** Address of sso, which is also its name in tokens. */
  readonly issuer: string;
  /** The API's name in tokens: a token for another service is refused. */
  readonly audience: string;
  /** Where callers reach the API. A proof names the address that it was made for. */
  readonly origin: string;
}

/** Makes handlers that let a request through when its access token is for this API and has a scope. */
export function requireScope(api: Api): (scope: string) => RequestHandler {
  const readToken = createReader(api);
  return (scope) => async (request, response, next) => {
    // RFC 6750 3: the challenge names the scheme that the caller used, and the error if it sent a token at all.
    const scheme = /^dpop /i.test(request.get('authorization') ?? '') ? 'DPoP' : 'Bearer';
    const refuse = (status: number, error: string, message: string) => {
      response.set('WWW-Authenticate', `${scheme} ${error}`).status(status).json({ error: message });
    };
    if (request.get('authorization') === undefined)
      return refuse(401, 'realm="api"', 'An access token is missing.');
    const token = await readToken(request);
    if (token instanceof Error) return refuse(401, 'error="invalid_token"', token.message);
    if (token.scope?.split(' ').includes(scope) !== true)
      return refuse(
        403,
        `error="insufficient_scope", scope="${scope}"`,
        `The token lacks the scope ${scope}.`,
      );
    response.locals.token = token;
    next();
  };
}

/** Reads a request's token: what it says, or why it does not count. Throws when sso cannot be asked for its keys. */
function createReader({ issuer, audience, origin }: Api) {
  const options = {
    // http: is for a development machine.
    [oauth.allowInsecureRequests]: issuer.startsWith('http://localhost'),
    [oauth.customFetch]: ask,
  };
  let found: Promise<oauth.AuthorizationServer> | undefined;
  const discover = async () => {
    const url = new URL(issuer);
    const response = await oauth.discoveryRequest(url, { algorithm: 'oauth2', ...options });
    return oauth.processDiscoveryResponse(url, response);
  };

  return async (request: ExpressRequest): Promise<oauth.JWTAccessTokenClaims | Error> => {
    found ??= discover();
    const sso = await found.catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    // The profile of RFC 9068, and with a bound token the proof of RFC 9449. The library keeps the keys for 5 minutes.
    const signingAlgorithms = ['RS512', ...(sso.dpop_signing_alg_values_supported ?? [])];
    try {
      const asked = toWebRequest(request, origin);
      const token = await oauth.validateJwtAccessToken(sso, asked, audience, {
        ...options,
        signingAlgorithms,
      });
      // Bound to the fingerprint of a device, which this API is not shown: a thief's would look the same.
      return token['fpr'] === undefined ? token : new Error('The token is bound to a fingerprint.');
    } catch (error) {
      if (error instanceof Error && !('status' in error)) return error;
      throw error;
    }
  };
}

function toWebRequest(request: ExpressRequest, origin: string): Request {
  const headers = new Headers();
  for (const name of ['authorization', 'dpop']) {
    const value = request.get(name);
    if (value !== undefined) headers.set(name, value);
  }
  return new Request(`${origin}${request.originalUrl}`, { method: request.method, headers });
}

/** An sso that does not answer says nothing about a token: with a 401 the caller would throw a good one away. */
async function ask(url: string, init: object): Promise<Response> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  if (response?.ok) return response;
  throw Object.assign(new Error('The sign-in service does not answer.'), { status: 503 });
}
