import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '@latchkey/contracts/errors';
import { splitScope } from '@latchkey/tokens/resource-server';
import { createTokenCheck, findToken } from './check-token.ts';
import { createScopeRefusal, describeError, refuse, RefusedError, type Refusal } from './refuse.ts';
import { assertSettings, type AccessToken, type ApiRequest, type Settings } from './settings.ts';

/** A handler of Express 4 and 5. */
export type Handler = (
  request: ApiRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => Promise<void>;

export interface ResourceServer {
  /** Makes a handler that lets a request through when its token is for this API and has these scopes. */
  need(...scopes: string[]): Handler;
  /** What the token of a request says that such a handler has let through. Throws an Error for any other request. */
  token(request: IncomingMessage): AccessToken;
}

/** Throws an Error where a setting cannot be right. Nothing is sent before the first request. */
export function createResourceServer(settings: Settings): ResourceServer {
  assertSettings(settings);
  const checkToken = createTokenCheck(settings);
  const admitted = new WeakMap<IncomingMessage, AccessToken>();

  /** What is wrong with a request; undefined when it is let through. */
  async function admit(request: ApiRequest, scopes: readonly string[]): Promise<Refusal | undefined> {
    const found = findToken(request);
    if (!('token' in found)) return found;
    try {
      const claims = await checkToken(request, found);
      const held = splitScope(claims.scope);
      if (!scopes.every((scope) => held.includes(scope)))
        return createScopeRefusal(found.scheme, scopes.join(' '));
      admitted.set(request, claims);
      return undefined;
    } catch (error) {
      if (error instanceof ApiError) return describeError(error, found.scheme);
      throw error;
    }
  }

  return {
    need(...scopes) {
      const wanted = scopes.flatMap(splitScope);
      return async (request, response, next) => {
        let refusal: Refusal | undefined;
        try {
          refusal = await admit(request, wanted);
          if (refusal !== undefined) settings.onRefused?.(request, new RefusedError(refusal));
        } catch (error) {
          return next(error);
        }
        if (refusal === undefined) next();
        else refuse(response, refusal);
      };
    },
    token(request) {
      const claims = admitted.get(request);
      if (claims === undefined) throw new Error('No handler of need() has let this request through.');
      return claims;
    },
  };
}
