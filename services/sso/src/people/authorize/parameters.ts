/** The longest query that is read, in bytes. */
export const longestQuery = 8_192;

/**
 * The parameters of an authorization request, each with what it is to who reads the API. Those of one list may be repeated,
 * no other one. Source: RFC 6749 4.1.1, RFC 7636 4.3, RFC 8707 2, RFC 9449 10, OpenID Connect Core 3.1.2.1.
 */
export const parameters = {
  response_type: 'code',
  client_id: 'the app that asks',
  redirect_uri: 'where the answer goes; one that is registered for the client',
  code_challenge: 'the SHA-256 of the verifier, in base64url',
  code_challenge_method: 'S256',
  scope: 'what it asks for, with spaces between the words',
  state: 'is sent back as it is',
  nonce: 'is in the id_token',
  aud: 'where the tokens shall be valid; may be repeated',
  resource: 'another name of aud',
  audience: 'another name of aud',
  response_mode: 'query',
  prompt: 'none, login, consent or select_account',
  max_age: 'seconds after which the person signs in again',
  login_hint: 'the address of who shall sign in',
  id_token_hint: 'an id_token of who shall be signed in',
  ui_locales: 'languages, best first',
  dpop_jkt: 'thumbprint of the key that must redeem the code',
  request: 'not supported',
  request_uri: 'not supported',
  registration: 'not supported',
} as const;

type ParameterName = keyof typeof parameters;

const lists = ['aud', 'resource', 'audience'] as const;
export const listNames: ReadonlySet<string> = new Set(lists);

/** An authorization request as it was sent. What has no value was not sent (RFC 6749 3.1). */
export interface SentRequest {
  /** To which its forms are posted. */
  readonly query: string;
  readonly values: Readonly<Partial<Record<ParameterName, string>>>;
  readonly audiences: Readonly<Partial<Record<(typeof lists)[number], readonly string[]>>>;
  /** Names that were sent more than once, and may not be. */
  readonly repeated: readonly string[];
}

/** Reads a query. A name that it does not know is left out, and refused only where it is sent twice. */
export function readRequest(query: string): SentRequest {
  const sent = [...new URLSearchParams(query)].filter(([, value]) => value !== '');
  const single = sent.filter(([name]) => !listNames.has(name));
  const names = single.map(([name]) => name);
  const audiences = lists.flatMap((list) => {
    const named = sent.filter(([name]) => name === list).map(([, value]) => value);
    return named.length === 0 ? [] : [[list, named] as const];
  });
  return {
    // As a browser writes it: a form of the page is posted to the same query, letter by letter.
    query: new URL(`https://sso.invalid/?${query}`).search.slice(1),
    values: Object.fromEntries(single.filter(([name]) => name in parameters)),
    audiences: Object.fromEntries(audiences),
    repeated: [...new Set(names.filter((name, at) => names.indexOf(name) !== at))],
  };
}
