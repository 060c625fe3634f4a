import { ApiError, type ErrorSpec } from '@latchkey/errors';
import { readProofKey } from '../access/read-proof-key.ts';
import type { Client } from '../client/client.ts';
import type { SsoContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { TokenPackage } from '../token/token-package.ts';

/** Parameters of the token endpoint, all grants together. */
export interface TokenInput {
  readonly grant_type: string;
  readonly device_code?: string | undefined;
  readonly refresh_token?: string | undefined;
  readonly binding_chain?: string | undefined;
  readonly binding_link?: string | undefined;
  readonly scope?: string | undefined;
  readonly aud?: readonly string[] | undefined;
  readonly resource?: readonly string[] | undefined;
}

/** An authenticated client's request for tokens. */
export interface TokenRequest {
  readonly client: Client;
  readonly input: TokenInput;
  /** The DPoP header. */
  readonly proof: string | undefined;
  readonly traceparent: string;
}

/** What a client gets for itself: nothing that outlives the access token. Source: RFC 6749 4.4.3. */
type AppToken = Pick<TokenPackage, 'token_type' | 'access_token' | 'expires_in' | 'scope'>;

/** One way to get tokens: a list of named checks, and what is issued when all of them hold. */
export interface Grant {
  /** Everything its checks can refuse with. */
  readonly errors: readonly ErrorSpec[];
  issue(context: SsoContext, request: TokenRequest): Promise<TokenPackage | AppToken>;
}

/** The parameter's value; throws invalid_request when it was not sent. Source: RFC 6749 5.2. */
export function requireParameter(input: TokenInput, name: ParameterName): string {
  const value = input[name];
  if (value === undefined) throw new ApiError(missing[name]);
  return value;
}

type ParameterName = keyof typeof missing;

/** What is said when a parameter that a grant needs was not sent. */
export const missing = {
  device_code: { code: 'invalid_request', message: 'device_code is required' },
  refresh_token: { code: 'invalid_request', message: 'refresh_token is required' },
  binding_chain: { code: 'invalid_request', message: 'binding_chain is required' },
  binding_link: { code: 'invalid_request', message: 'binding_link is required' },
} as const satisfies Record<string, ErrorSpec>;

/** Throws unauthorized_client unless the client may use the grant. Source: contract part 1 "Errors". */
export function assertGrantAllowed(client: Client, grantType: string): void {
  if (!client.grantTypes.includes(grantType))
    throw new ApiError(errors.unauthorizedClient, { detail: `the client's grant_types lack ${grantType}` });
}

/** The key that the request proves to hold; throws invalid_dpop_proof. Source: RFC 9449 5. */
export function readTokenKey(context: SsoContext, { proof }: TokenRequest): Promise<string | undefined> {
  return readProofKey(context, proof, { htm: 'POST', htu: `${context.settings.ssoUrl}/token` });
}
