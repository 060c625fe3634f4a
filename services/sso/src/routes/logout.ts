import { exampleValues } from '@latchkey/contracts';
import { definePage, text } from '@latchkey/http-server';
import { readOwnForm } from '../access/read-own-form.ts';
import { visitorAccess } from '../access/visitor-access.ts';
import type { SsoContext } from '../context.ts';
import { formatUserCode, readUserCode } from '../device/user-code.ts';
import { errors } from '../errors.ts';
import { commonLooks, type CommonView } from '../page/common-looks.ts';
import type { Page } from '../page/look.ts';
import type { SessionView } from '../page/page-view.ts';
import type { Visit } from '../sign-in/visit.ts';
import { answerPage } from './pages/answer-page.ts';
import { failed, showSession, type Outcome } from './pages/outcome.ts';
import { pageOutput } from './pages/output.ts';

/** Whoever is signed out can begin at the approval page. */
const page: Page<CommonView> = { path: '/device_login', looks: commonLooks };

/** A page that shows who is signed in to this browser, with a form to sign out. */
function showSignedIn(path: string, summary: string) {
  return definePage({
    method: 'GET',
    path,
    summary,
    family: 'browser',
    access: visitorAccess,
    input: { properties: { ui_locales: { type: 'string', description: 'languages, best first' } } },
    output: pageOutput,
    errors: [],
    handle: (context: SsoContext, input, visit, request) =>
      answerPage(context, page, request, showSession(visit), visit, input.ui_locales),
  });
}

/** Source: contract part 1 "Routes". */
export const session = showSignedIn('/session', 'Shows who is signed in to this browser');

/** It asks before it signs out, because a GET changes nothing. Source: contract part 1 "Routes". */
export const showLogout = showSignedIn('/logout', 'Shows the page that asks before signing out');

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
    const { next, user_code: userCode = '', ui_locales: uiLocales } = input;
    const outcome =
      readOwnForm(context.settings, visit, request, input.csrf) === undefined
        ? failed('csrf_mismatch', errors.csrfFailed)
        : await signOut(context, visit, nextPage(next ?? 'logout', userCode));
    return answerPage(context, page, request, outcome, visit, uiLocales);
  },
});

/** Ends the root session at user-api first, and only then removes the cookies of the browser. */
async function signOut({ userApi }: SsoContext, visit: Visit, next: string): Promise<Outcome<SessionView>> {
  if (visit.session) await userApi.revokeRootSession(visit.session.token, visit);
  const view = { kind: 'session', signedIn: null } as const;
  return { view, signsOut: true, next };
}

/** The address of a page; of the approval page with the code when it is well formed. */
function nextPage(name: string, typedCode: string): string {
  const userCode = name === 'device_login' ? readUserCode(typedCode) : undefined;
  return userCode === undefined ? `/${name}` : `/${name}?user_code=${formatUserCode(userCode)}`;
}
