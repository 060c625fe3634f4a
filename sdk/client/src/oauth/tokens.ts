import type { TokenEndpointResponse } from 'oauth4webapi';
import type { PrivateJwk } from './dpop-key.ts';

/** An access token and what belongs to it: nothing that can be refreshed. All of it is secret. */
interface AccessTokens {
  readonly tokenType: 'Bearer' | 'DPoP';
  readonly accessToken: string;
  readonly accessExpiresAtMs: number;
  /** Names the refresh family; absent where nothing can be refreshed from the start. */
  readonly bindingChain?: string;
  /** Granted scopes, separated by spaces. */
  readonly scope: string;
  /** The key that the tokens are bound to. */
  readonly dpopKey?: PrivateJwk;
}

/** What a relying party keeps after the pickup (contract part 1 "Token package"). All of it is secret. */
export interface Tokens extends AccessTokens {
  readonly refreshToken: string;
  readonly refreshExpiresAtMs: number;
  readonly bindingChain: string;
  readonly bindingLink: string;
  readonly idToken?: string;
}

/** What a session keeps: all of it, or what ends with the access token. */
export type KeptTokens = AccessTokens & Partial<Tokens>;

export const isRefreshable = (tokens: KeptTokens): tokens is Tokens => tokens.refreshToken !== undefined;

/** The access token without what could renew it. */
export function dropRefresh(tokens: KeptTokens): KeptTokens {
  const {
    refreshToken: _token,
    refreshExpiresAtMs: _time,
    bindingLink: _link,
    idToken: _id,
    ...kept
  } = tokens;
  return kept;
}

/** Reads a token package. Throws when a member is missing, which leaves the caller without usable tokens. */
export function readTokens(
  answer: TokenEndpointResponse,
  nowMs: number,
  dpopKey: PrivateJwk | undefined,
): Tokens {
  return {
    ...readAccess(answer, nowMs, dpopKey),
    refreshToken: readText(answer, 'refresh_token'),
    refreshExpiresAtMs: nowMs + readNumber(answer, 'refresh_expires_in') * 1000,
    bindingChain: readText(answer, 'binding_chain'),
    bindingLink: readText(answer, 'binding_link'),
  };
}

/** The same of a sign-in in a browser, which gives what refreshes only where offline_access was granted. */
export const readBrowserTokens = (...read: Parameters<typeof readTokens>): KeptTokens =>
  read[0].refresh_token === undefined ? readAccess(...read) : readTokens(...read);

function readAccess(
  answer: TokenEndpointResponse,
  nowMs: number,
  dpopKey: PrivateJwk | undefined,
): AccessTokens & Pick<Tokens, 'idToken'> {
  const idToken = answer.id_token;
  return {
    tokenType: answer.token_type === 'dpop' ? 'DPoP' : 'Bearer',
    accessToken: answer.access_token,
    accessExpiresAtMs: nowMs + readNumber(answer, 'expires_in') * 1000,
    scope: readText(answer, 'scope'),
    ...(idToken === undefined ? {} : { idToken }),
    ...(dpopKey === undefined ? {} : { dpopKey }),
  };
}

/** A token that a client has got for itself. It is secret. */
export interface AppToken {
  readonly accessToken: string;
  readonly lifeMs: number;
}

/** Throws when the answer does not say how long the token is valid. */
export function readAppToken(answer: TokenEndpointResponse): AppToken {
  return { accessToken: answer.access_token, lifeMs: readNumber(answer, 'expires_in') * 1000 };
}

function readText(answer: TokenEndpointResponse, name: string): string {
  const value = answer[name];
  if (typeof value !== 'string') throw new TypeError(`The token package has no ${name}.`);
  return value;
}

function readNumber(answer: TokenEndpointResponse, name: string): number {
  const value = answer[name];
  if (typeof value !== 'number') throw new TypeError(`The token package has no ${name}.`);
  return value;
}
