import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ApiError } from '@latchkey/contracts/errors';
import { withoutSlash } from '@latchkey/contracts/identifiers';
import { assertBound, createDpopNonces, tokenErrors } from '@latchkey/tokens/resource-server';
import { createTokenReader } from './read-token.ts';
import { headerRepeated, tokenMissing, type Refusal, type Scheme } from './refuse.ts';
import { createReplayMemory } from './replay-memory.ts';
import type { AccessToken, ApiRequest, Settings } from './settings.ts';

export interface Presented {
  readonly scheme: Scheme;
  readonly token: string;
  readonly proof: string | undefined;
}

const fingerprintErrors = {
  fingerprintRequired: { ...tokenErrors.invalid, message: 'The token is bound to a fingerprint' },
} as const;
/** RFC 9449 7.1: the scheme says that there is a binding. */
const unboundError = { ...tokenErrors.invalid, message: 'The token is not bound to a key' } as const;

/** The token of the Authorization header, which is the only place that is read; what is wrong where there is none. */
export function findToken({ headersDistinct }: IncomingMessage): Presented | Refusal {
  const { authorization = [], dpop = [] } = headersDistinct;
  if (authorization.length > 1 || dpop.length > 1) return headerRepeated;
  const [, name = '', token] = /^(bearer|dpop) +(\S.*)$/i.exec(authorization[0] ?? '') ?? [];
  if (token === undefined) return tokenMissing;
  return { scheme: name.toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer', token, proof: dpop[0] };
}

/** Checks a presented token and its proof. Rejects with an ApiError. */
export function createTokenCheck(settings: Settings) {
  const { publicUrl, now = Date.now, fetch: send = fetch } = settings;
  const { remember = createReplayMemory(now) } = settings;
  const readToken = createTokenReader({ ...settings, now, fetch: send });
  const nonces = createDpopNonces({ keys: [randomBytes(32)], now });
  const address = withoutSlash(publicUrl);

  return async (request: ApiRequest, { scheme, token, proof }: Presented): Promise<AccessToken> => {
    const claims = await readToken(token);
    if (scheme === 'DPoP' && claims.cnf === undefined) throw new ApiError(unboundError);
    const { method: htm = '', originalUrl, url = '' } = request;
    const htu = `${address}${originalUrl ?? url}`;
    const isBearer = scheme === 'Bearer';
    const errors = fingerprintErrors;
    await assertBound({ claims, token, proof, isBearer, htm, htu, now, nonces, remember, errors });
    return claims;
  };
}
