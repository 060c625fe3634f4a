import { signForBrowser } from '@latchkey/pages';
import { isSameSecret } from '@latchkey/secrets';
import { formatUserCode, readUserCode } from '../device/user-code.ts';

/** How long a browser remembers where its person was going. */
export const goingSeconds = 1800;

/** Where a person goes on to: one of sso's own paths, and at most the code that they were approving. */
export interface Going {
  readonly path: string;
  /** As typed; one that is not well formed is left out. */
  readonly userCode?: string | undefined;
}

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

/** The path and query in such a cookie; undefined where it is over, or not of this browser. */
export function openGoing(
  browserSecret: string,
  sealed: string | undefined,
  nowMs: number,
): string | undefined {
  const [place = '', userCode = '', until = '', signature = ''] = sealed?.split('.') ?? [];
  const expected = signForBrowser(browserSecret, 'going', place, userCode, until);
  if (!isSameSecret(signature, expected) || nowMs >= Number.parseInt(until, 36)) return undefined;
  const path = `/${place.replaceAll('~', '/')}`;
  return userCode === '' ? path : `${path}?user_code=${formatUserCode(userCode)}`;
}
