import { signForBrowser } from '@latchkey/pages';
import { isSameSecret } from '@latchkey/secrets';

/** How long a browser remembers where its person was going. */
export const goingSeconds = 1800;

/**
 * Where a person goes on to after signing in, as a cookie of the browser that began: in a link, a stranger could lead
 * somebody to a request of theirs. `path` is one of sso's own.
 */
export function sealGoing(browserSecret: string, path: string, nowMs: number): string {
  const place = path.slice(1).replaceAll('/', '~');
  const until = (nowMs + goingSeconds * 1000).toString(36);
  return [place, until, signForBrowser(browserSecret, 'going', place, until)].join('.');
}

/** The path in such a cookie; undefined where it is over, or not of this browser. */
export function openGoing(
  browserSecret: string,
  sealed: string | undefined,
  nowMs: number,
): string | undefined {
  const [place = '', until = '', signature = ''] = sealed?.split('.') ?? [];
  if (!isSameSecret(signature, signForBrowser(browserSecret, 'going', place, until))) return undefined;
  return nowMs < Number.parseInt(until, 36) ? `/${place.replaceAll('~', '/')}` : undefined;
}
