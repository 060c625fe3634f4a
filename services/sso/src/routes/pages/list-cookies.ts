import { writeCookie } from '@latchkey/pages';
import { goingSeconds, sealGoing, sealQuery, type Going } from '../../access/going.ts';
import { cookieNames, linkCookie, linkSeconds, usesCodes } from '../../access/visitor-access.ts';
import type { SsoContext } from '../../context.ts';
import type { AnyView } from '../../people/page/look.ts';
import type { Visit } from '../../people/sign-in/visit.ts';
import type { Outcome } from './outcome.ts';

/** From each form on. Longer than a device authorization can live, so that a form that stays open remains valid. */
const browserCookieSeconds = 24 * 3600;

/** Without a form no browser needs the cookie: what another site posts here must not replace the one of an open form. */
export function listCookies(
  { settings: { isHttps }, now }: Pick<SsoContext, 'settings' | 'now'>,
  outcome: Outcome,
  visit: Visit,
): string[] {
  if (outcome.signsOut) return leave(outcome.newSecret, isHttps);
  const cookies = rememberCodes(outcome, visit).map(([value, seconds]) =>
    writeCookie(cookieNames.codes, value, seconds, isHttps),
  );
  const { going, link } = outcome;
  if (going !== undefined) cookies.push(...rememberGoing(going, visit, now(), isHttps));
  if (link !== undefined) {
    const seconds = link.token === '' ? 0 : linkSeconds;
    cookies.push(writeCookie(linkCookie(link.purpose), link.token, seconds, isHttps));
  }
  if (outcome.session || going !== undefined || hasForm(outcome.view)) {
    const { browserSecret } = outcome.session ?? visit;
    cookies.push(writeCookie(cookieNames.browser, browserSecret, browserCookieSeconds, isHttps));
  }
  if (outcome.session) {
    const ageSeconds = Math.max(0, Math.floor((outcome.session.expiresAtMs - now()) / 1000));
    cookies.push(writeCookie(cookieNames.session, outcome.session.token, ageSeconds, isHttps));
    if (visit.going !== undefined)
      cookies.push(...goingCookies.map((name) => writeCookie(name, '', 0, isHttps)));
  }
  return cookies;
}

const goingCookies = [cookieNames.going, cookieNames.query];

function rememberGoing(going: Going, { browserSecret }: Visit, nowMs: number, isHttps: boolean): string[] {
  const sealed = sealGoing(browserSecret, going, nowMs);
  const cookies = [writeCookie(cookieNames.going, sealed, goingSeconds, isHttps)];
  if (going.query === undefined) return cookies;
  const query = sealQuery(browserSecret, going.query, nowMs);
  return [...cookies, writeCookie(cookieNames.query, query, query === '' ? 0 : goingSeconds, isHttps)];
}

/** Removes what belongs to the person who was signed in. */
function leave(newSecret: string | undefined, isHttps: boolean): string[] {
  const seconds = newSecret === undefined ? 0 : browserCookieSeconds;
  const browser = writeCookie(cookieNames.browser, newSecret ?? '', seconds, isHttps);
  return [writeCookie(cookieNames.session, '', 0, isHttps), browser];
}

const codesCookieSeconds = 365 * 24 * 3600;
const codeMethods = ['totp', 'recovery'];

/** Remembers that the field of the code is needed, once somebody knew the password of an account that has codes. */
function rememberCodes({ session, asksForCode }: Outcome, visit: Visit): [value: string, seconds: number][] {
  if (asksForCode || session?.amr.some((method) => codeMethods.includes(method)))
    return [[usesCodes, codesCookieSeconds]];
  return session !== undefined && visit.usesCodes ? [['', 0]] : [];
}

function hasForm(view: AnyView): boolean {
  return 'csrf' in view || ('signedIn' in view && view.signedIn !== null);
}
