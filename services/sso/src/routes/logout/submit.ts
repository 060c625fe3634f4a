import { exampleValues } from '@latchkey/contracts';
import { definePage, text } from '@latchkey/http-server';
import { isOwnForm } from '@latchkey/pages';
import { checkCsrfToken } from '../../access/csrf.ts';
import { visitorAccess } from '../../access/visitor-access.ts';
import type { SsoContext } from '../../context.ts';
import { formatUserCode, readUserCode } from '../../device/user-code.ts';
import { errors } from '../../errors.ts';
import type { Visit } from '../../sign-in/visit.ts';
import { answerPage } from '../device_login/answer-page.ts';
import { failed, type Outcome } from '../device_login/outcome.ts';
import { pageOutput } from '../device_login/output.ts';

/** Where a person goes on to with another account. */
const nextPages = ['device_login', 'signup', 'invitation', 'reset', 'confirm'] as const;

/** POST /logout: revokes the browser's root session with all sessions under it. Source: contract part 1 "Routes". */
export const logout = definePage({
  path: '/logout',
  summary: 'Signs the person out of this browser',
  family: 'browser',
  access: visitorAccess,
  input: {
    properties: {
      csrf: { ...text, examples: [exampleValues['csrf']] },
      next: { ...text, enum: nextPages, description: 'the page to go to after signing out' },
      user_code: { ...text, description: 'the code to fill in on that page' },
      ui_locales: text,
    },
  },
  output: pageOutput,
  errors: [errors.csrfFailed],
  async handle(context: SsoContext, input, visit, request) {
    const { csrf = '', next, user_code: userCode = '', ui_locales: uiLocales } = input;
    const comesFromPage =
      !visit.isNewBrowser &&
      isOwnForm((name) => request.header(name), context.settings.ssoUrl) &&
      checkCsrfToken(visit.browserSecret, csrf, undefined) !== undefined;
    const outcome = comesFromPage
      ? await signOut(context, visit, next && nextPage(next, userCode, uiLocales))
      : failed('csrf_mismatch', errors.csrfFailed);
    return answerPage(context, request, outcome, visit, uiLocales);
  },
});

/** Ends the root session at user-api first, and only then removes the cookies of the browser. */
async function signOut({ userApi }: SsoContext, visit: Visit, next: string | undefined): Promise<Outcome> {
  if (visit.session) await userApi.revokeRootSession(visit.session.token, visit);
  const view = { kind: 'session', signedIn: null } as const;
  return { view, signsOut: true, ...(next === undefined ? {} : { next }) };
}

/** The address of a page; of the approval page with the code when it is well formed. */
function nextPage(page: string, typedCode: string, uiLocales: string | undefined): string {
  const userCode = page === 'device_login' ? readUserCode(typedCode) : undefined;
  const query = new URLSearchParams({
    ...(userCode === undefined ? {} : { user_code: formatUserCode(userCode) }),
    ...(uiLocales === undefined ? {} : { ui_locales: uiLocales }),
  });
  return query.size === 0 ? `/${page}` : `/${page}?${query.toString()}`;
}
