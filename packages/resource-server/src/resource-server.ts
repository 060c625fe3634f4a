import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '@latchkey/contracts/errors';
import { assertBound, createDpopNonces, splitScope, tokenErrors } from '@latchkey/tokens/resource-server';
import { createTokenReader } from './read-token.ts';
import {
  createScopeRefusal,
  describeError,
  headerRepeated,
  refuse,
  tokenMissing,
  type Refusal,
} from './refuse.ts';
import { createReplayMemory } from './replay-memory.ts';
import { assertSettings, type AccessToken, type Settings } from './settings.ts';

/** A request as Express hands it on. */
export interface ApiRequest extends IncomingMessage {
  readonly originalUrl?: string;
}

/** A handler of Express 4 and 5. */
export type Handler = (
  request: ApiRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

export interface ResourceServer {
  /** Makes a handler that lets a request through when its token is for this API and has these scopes. */
  need(...scopes: string[]): Handler;
  /** What the token of a request says that such a handler has let through. Throws an Error for any other request. */
  token(request: IncomingMessage): AccessToken;
}

const fingerprintErrors = {
  fingerprintRequired: { ...tokenErrors.invalid, message: 'The token is bound to a fingerprint' },
} as const;
/** RFC 9449 7.1: the scheme says that there is a binding. */
const unboundError = { ...tokenErrors.invalid, message: 'The token is not bound to a key' } as const;

/** Throws an Error where a setting cannot be right. Nothing is sent before the first request. */
export function createResourceServer(settings: Settings): ResourceServer {
  assertSettings(settings);
  const { now = Date.now, fetch: send = fetch } = settings;
  const readToken = createTokenReader({ ...settings, now, fetch: send });
  const nonces = createDpopNonces({ keys: [randomBytes(32)], now });
  const remember = settings.remember ?? createReplayMemory(now);
  const address = settings.publicUrl.replace(/\/$/, '');
  const admitted = new WeakMap<IncomingMessage, AccessToken>();

  /** What is wrong with a request; undefined when it is let through. */
  async function check(request: ApiRequest, scopes: readonly string[]): Promise<Refusal | undefined> {
    const { authorization = [], dpop = [] } = request.headersDistinct;
    if (authorization.length > 1 || dpop.length > 1) return headerRepeated;
    const [, name, token] = /^(bearer|dpop) +(\S.*)$/i.exec(authorization[0] ?? '') ?? [];
    if (name === undefined || token === undefined) return tokenMissing;
    const scheme = name.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer';
    try {
      const claims = await readToken(token);
      if (scheme === 'DPoP' && claims.cnf === undefined) throw new ApiError(unboundError, {});
      const htu = `${address}${request.originalUrl ?? request.url ?? ''}`;
      await assertBound({
        ...{ claims, token, now, nonces, remember, htu, htm: request.method ?? '' },
        isBearer: scheme === 'Bearer',
        proof: dpop[0],
        errors: fingerprintErrors,
      });
      const held = splitScope(claims.scope);
      if (!scopes.every((scope) => held.includes(scope))) return createScopeRefusal(scheme, scopes.join(' '));
      admitted.set(request, claims);
      return undefined;
    } catch (error) {
      if (error instanceof ApiError) return describeError(error, scheme);
      throw error;
    }
  }

  return {
    need: (...scopes) => {
      const wanted = scopes.flatMap(splitScope);
      return (request, response, next) => {
        check(request, wanted).then((refusal) => {
          if (refusal === undefined) next();
          else refuse(response, refusal);
        }, next);
      };
    },
    token(request) {
      const claims = admitted.get(request);
      if (claims === undefined) throw new Error('No handler of need() has let this request through.');
      return claims;
    },
  };
}
