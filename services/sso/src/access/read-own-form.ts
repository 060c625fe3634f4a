import type { RequestInfo } from '@latchkey/http-server';
import { isOwnForm } from '@latchkey/pages';
import type { SsoSettings } from '../context.ts';
import type { Visit } from '../people/sign-in/visit.ts';
import { checkCsrfToken, type CsrfFacts } from './csrf.ts';

/**
 * What the token of a form says, where the form comes from a page of this browser; undefined for every other one.
 * `userCode` is the code in the form, eight symbols without the dash.
 */
export function readOwnForm(
  { ssoUrl }: Pick<SsoSettings, 'ssoUrl'>,
  { isNewBrowser, browserSecret }: Visit,
  request: RequestInfo,
  csrf = '',
  userCode?: string,
): CsrfFacts | undefined {
  const isOurs = !isNewBrowser && isOwnForm((name) => request.header(name), ssoUrl);
  return isOurs ? checkCsrfToken(browserSecret, csrf, userCode) : undefined;
}
