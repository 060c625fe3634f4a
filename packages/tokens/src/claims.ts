import { withoutSlash } from '@latchkey/contracts/identifiers';

/** Claims of an access token, as in the JWT (RFC 9068; contract part 0 "Access tokens"). Times in seconds. */
export interface AccessTokenClaims {
  iss: string;
  aud: string | string[];
  sub: string;
  exp: number;
  iat: number;
  nbf: number;
  jti: string;
  client_id: string;
  /** Space-separated; empty when nothing was granted. */
  scope: string;
  /** What revocation looks up: a session, a refresh family or, for an app, the record of its issue. */
  sid: string;
  token_use: 'user' | 'member' | 'app';
  pk: 'user' | 'admin' | 'root';
  /** With `role`: on every member token and on no other. */
  org?: string;
  role?: string;
  amr?: string[];
  auth_time?: number;
  /** Thumbprint of the key that the token is bound to (RFC 9449 6.1). */
  cnf?: { jkt: string };
  /** Hash of the fingerprint that the token is bound to. */
  fpr?: string;
  /** On a token of a page of sso ({@link isPageClient}): the browser that the page acts for. */
  browser?: { ip: string; user_agent: string };
  /** On such a token: only a passkey gives an operator's power, by OPERATOR_MFA of sso. */
  operator_mfa?: 'passkey';
}

/** The client_id of sso's account page. Its tokens name a root session as `sid`, and no client gets one. */
export const accountClientId = 'latchkey-account';

/** The same of sso's console, whose tokens hold an operator's power. */
export const consoleClientId = 'latchkey-console';

/** Whether a token is of one of sso's own pages, which name a root session that the page opened as `sid`. */
export function isPageClient(clientId: string | undefined): boolean {
  return clientId === accountClientId || clientId === consoleClientId;
}

type Payload = Readonly<Record<string, unknown>>;

/** The claims of a verified payload, or undefined when one is missing or of the wrong kind. */
export function readAccessTokenClaims(payload: Payload): AccessTokenClaims | undefined {
  return isAccessTokenClaims(payload) ? payload : undefined;
}

function isAccessTokenClaims(payload: unknown): payload is AccessTokenClaims {
  return isRecord(payload) && hasRequiredClaims(payload) && hasFittingOptionalClaims(payload);
}

function hasRequiredClaims(payload: Payload): boolean {
  const texts = ['iss', 'sub', 'jti', 'client_id', 'sid'];
  return (
    texts.every((name) => isText(payload[name])) &&
    ['exp', 'iat', 'nbf'].every((name) => Number.isFinite(payload[name])) &&
    (isText(payload['aud']) || isTexts(payload['aud'])) &&
    typeof payload['scope'] === 'string' &&
    ['user', 'member', 'app'].includes(String(payload['token_use'])) &&
    ['user', 'admin', 'root'].includes(String(payload['pk']))
  );
}

function hasFittingOptionalClaims(payload: Payload): boolean {
  const { amr, auth_time: authTime } = payload;
  return (
    hasFittingOrg(payload) &&
    hasFittingBinding(payload) &&
    hasFittingBrowser(payload) &&
    (amr === undefined || isTexts(amr)) &&
    (authTime === undefined || Number.isFinite(authTime))
  );
}

/** A member token names an org and a role; no other token does. */
function hasFittingOrg({ token_use: use, org, role }: Payload): boolean {
  return use === 'member' ? isText(org) && isText(role) : org === undefined && role === undefined;
}

function hasFittingBinding({ cnf, fpr }: Payload): boolean {
  return (cnf === undefined || (isRecord(cnf) && isText(cnf['jkt']))) && (fpr === undefined || isText(fpr));
}

function hasFittingBrowser({ client_id: clientId, browser, operator_mfa: mfa }: Payload): boolean {
  if (!isPageClient(String(clientId))) return browser === undefined && mfa === undefined;
  if (mfa !== undefined && mfa !== 'passkey') return false;
  return isRecord(browser) && isText(browser['ip']) && typeof browser['user_agent'] === 'string';
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}

/** The names in a space-separated scope (RFC 6749 3.3), each once; none for undefined. */
export function splitScope(scope: string | undefined): string[] {
  return [...new Set((scope ?? '').split(' ').filter((name) => name !== ''))];
}

/**
 * Whether two addresses name one audience: slashes at the end do not matter. Source: contract part 0 "Access tokens".
 */
export function isSameAudience(one: string, other: string): boolean {
  return withoutSlash(one) === withoutSlash(other);
}

/**
 * Whether a token was issued before a moment; `iat` in seconds, the moment in milliseconds. As iat has whole seconds,
 * a token of the same second is treated as issued after the moment.
 */
export function isIssuedBefore({ iat }: { readonly iat: number }, momentMs: number): boolean {
  return (iat + 1) * 1000 <= momentMs;
}
