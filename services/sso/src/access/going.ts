import { signForBrowser } from '@latchkey/pages';
import { isSameSecret } from '@latchkey/secrets';
import { formatUserCode, readUserCode } from '../oauth/device/user-code.ts';

/** How long a browser remembers where its person was going. */
export const goingSeconds = 1800;

/** Where a person goes on to: one of sso's own paths, and at most the code that they were approving. */
export interface Going {
  readonly path: string;
  /** As typed; one that is not well formed is left out. */
  readonly userCode?: string | undefined;
  /** Of an authorization request, without its mark. */
  readonly query?: string | undefined;
}

/** The longest query that a cookie keeps, in bytes. */
const longestKept = 3_000;
/** Of a cookie with a query. */
export const longestQueryCookie = 4_096;

/**
 * Where a person goes on to after signing in, as a cookie of the browser that began: in a link, a stranger could lead
 * somebody to a request of theirs.
 */
export function sealGoing(browserSecret: string, { path, userCode = '' }: Going, nowMs: number): string {
  const place = path.slice(1).replaceAll('/', '~');
  const until = (nowMs + goingSeconds * 1000).toString(36);
  const fields = [place, readUserCode(userCode) ?? '', until];
  return [...fields, signForBrowser(browserSecret, 'going', ...fields)].join('.');
}

/** The same of the query of an authorization request, in a cookie of its own; empty for one that is too long. */
export function sealQuery(browserSecret: string, query: string, nowMs: number): string {
  if (query.length > longestKept) return '';
  const until = (nowMs + goingSeconds * 1000).toString(36);
  const fields = [Buffer.from(query).toString('base64url'), until];
  return [...fields, signForBrowser(browserSecret, 'query', ...fields)].join('.');
}

function openQuery(browserSecret: string, sealed: string | undefined, nowMs: number): string {
  const [query = '', until = '', signature = ''] = sealed?.split('.') ?? [];
  const isOurs = isSameSecret(signature, signForBrowser(browserSecret, 'query', query, until));
  return isOurs && nowMs < Number.parseInt(until, 36) ? `?${Buffer.from(query, 'base64url').toString()}` : '';
}

/**
 * The path and query in such a cookie; undefined where it is over, or not of this browser. An authorization request whose
 * query is not kept has none: its page says to go back to the app.
 */
export function openGoing(
  browserSecret: string,
  sealed: string | undefined,
  nowMs: number,
  sealedQuery?: string,
): string | undefined {
  const [place = '', userCode = '', until = '', signature = ''] = sealed?.split('.') ?? [];
  const expected = signForBrowser(browserSecret, 'going', place, userCode, until);
  if (!isSameSecret(signature, expected) || nowMs >= Number.parseInt(until, 36)) return undefined;
  const path = `/${place.replaceAll('~', '/')}`;
  const keepsQuery = path === '/authorize' || path.startsWith('/console');
  if (keepsQuery) return path + openQuery(browserSecret, sealedQuery, nowMs);
  return userCode === '' ? path : `${path}?user_code=${formatUserCode(userCode)}`;
}
