import { ApiError, type ErrorSpec } from '@latchkey/contracts';
import { splitScope } from '@latchkey/tokens';
import { errors, nameCause } from '../../errors.ts';
import { assertGrantAllowed } from '../../oauth/client/assert-grant-allowed.ts';
import type { Client } from '../../oauth/client/client.ts';
import { resolveAudience, resolveScope } from '../../oauth/client/requested-scope.ts';
import type { SentRequest } from './parameters.ts';

/** What an app may ask of the page. select_account is login: who signs in says which account. */
export const prompts = ['none', 'login', 'consent', 'select_account'] as const;
type Prompt = (typeof prompts)[number];

/** An authorization request that can be answered with a code. */
export interface AppRequest {
  /** Space-separated. */
  readonly scope: string;
  readonly audience: readonly string[];
  readonly codeChallenge: string;
  readonly nonce: string | undefined;
  readonly jkt: string | undefined;
  readonly asksLogin: boolean;
  readonly asksConsent: boolean;
  /** Seconds; Infinity where it was not sent. */
  readonly maxAge: number;
}

type Check = (sent: SentRequest, client: Client) => ErrorSpec | undefined;

const invalid = (sentence: string) => nameCause(errors.authorizeInvalid, sentence);

/** What an app asks for in objects, which nothing here reads (OpenID Connect Core 6 and 7.2.1). */
const unsupported = {
  request: errors.requestUnsupported,
  request_uri: errors.requestUriUnsupported,
  registration: errors.registrationUnsupported,
} as const;

/**
 * What a request is refused for, in the order in which it is looked for; each check may take those before it as passed.
 * Source: contract part 1 "The browser road".
 */
const checks: readonly Check[] = [
  ({ repeated: [name] }) => (name === undefined ? undefined : invalid(`${name} is given more than once`)),
  ({ values }) => {
    const [, error] = Object.entries(unsupported).find(([name]) => name in values) ?? [];
    return error;
  },
  ({ values: { response_type: type } }) => {
    if (type === undefined) return invalid('response_type is required');
    return type === 'code' ? undefined : errors.responseTypeUnsupported;
  },
  ({ values: { response_mode: mode = 'query' } }) =>
    mode === 'query' ? undefined : invalid('response_mode must be query'),
  (_sent, client) => errorOf(() => assertGrantAllowed(client, 'authorization_code')),
  ({ values: { code_challenge: challenge = '', code_challenge_method: method } }) => {
    if (method !== 'S256') return invalid('code_challenge_method must be S256');
    return /^[\w-]{43}$/.test(challenge)
      ? undefined
      : invalid('code_challenge must be the SHA-256 of the verifier: 43 base64url characters');
  },
  ({ values: { prompt } }) => {
    const asked = splitScope(prompt);
    const unknown = asked.find((one) => !prompts.some((known) => known === one));
    if (unknown !== undefined) return invalid(`the prompt ${unknown} is unknown`);
    return asked.includes('none') && asked.length > 1
      ? invalid('prompt has none beside another value')
      : undefined;
  },
  ({ values: { max_age: age = '0' } }) =>
    /^\d{1,9}$/.test(age) ? undefined : invalid('max_age must be a number of seconds'),
  ({ values: { dpop_jkt: jkt = 'a'.repeat(43) } }) =>
    /^[\w-]{43}$/.test(jkt) ? undefined : invalid('dpop_jkt must be a SHA-256 thumbprint in base64url'),
  ({ values: { scope } }, client) => errorOf(() => resolveScope(client, scope)),
  ({ audiences }, client) => errorOf(() => resolveAudience(client, audiences)),
];

/** The request as it is answered, or the first thing that it is refused for. */
export function settleRequest(sent: SentRequest, client: Client): AppRequest | { readonly fault: ErrorSpec } {
  for (const check of checks) {
    const fault = check(sent, client);
    if (fault !== undefined) return { fault };
  }
  const { values, audiences } = sent;
  const asks = (...names: Prompt[]) => names.some((name) => splitScope(values.prompt).includes(name));
  return {
    scope: withoutIdleOffline(resolveScope(client, values.scope), client),
    audience: resolveAudience(client, audiences),
    codeChallenge: values.code_challenge ?? '',
    nonce: values.nonce,
    jkt: values.dpop_jkt,
    // A max_age of 0 is prompt=login: else nobody could answer the question within it.
    asksLogin: asks('login', 'select_account') || Number(values.max_age) === 0,
    asksConsent: asks('consent'),
    maxAge: Number(values.max_age) || Infinity,
  };
}

/** Whether nothing may be shown. It is known before anything else of the request is. */
export function asksNothing({ values: { prompt } }: SentRequest): boolean {
  return splitScope(prompt).includes('none');
}

/** offline_access is nothing to a client that may not refresh (OpenID Connect Core 11). */
function withoutIdleOffline(scope: string, { grantTypes }: Client): string {
  if (grantTypes.includes('refresh_token')) return scope;
  return splitScope(scope)
    .filter((name) => name !== 'offline_access')
    .join(' ');
}

function errorOf(check: () => unknown): ErrorSpec | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.spec;
    throw error;
  }
}
