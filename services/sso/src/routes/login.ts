import { exampleValues } from '@latchkey/contracts';
import { text } from '@latchkey/http-server';
import { readOwnForm } from '../access/read-own-form.ts';
import { visitorAccess } from '../access/visitor-access.ts';
import { errors } from '../errors.ts';
import { loginLooks, type LoginPageView } from '../people/page/login-looks.ts';
import type { Page } from '../people/page/look.ts';
import type { LoginView } from '../people/page/page-view.ts';
import type { CredentialForm, CredentialProblem } from '../people/sign-in/check-credentials.ts';
import { logIn } from '../people/sign-in/log-in.ts';
import type { Visit } from '../people/sign-in/visit.ts';
import { credentialFields, leadAside, readCredentials, showCredentials } from './pages/credential-form.ts';
import { defineView } from './pages/define-view.ts';
import { findKept, shownField } from './pages/kept-page.ts';
import { goOn } from './pages/lead-to-login.ts';
import { choosePassword, credentialErrors, failed, failedBy, type Outcome } from './pages/outcome.ts';

const page: Page<LoginPageView> = { path: '/login', looks: loginLooks };

/** The sign-in, with what was typed before and what must be corrected. */
function showLogin(
  visit: Visit,
  typed: Pick<CredentialForm, 'email' | 'code'>,
  problem?: CredentialProblem,
): Outcome<LoginView> {
  const view = { kind: 'login', ...showCredentials(visit, typed, problem) } as const;
  return problem === undefined ? { view } : { view, ...failedBy(problem) };
}

/** GET /login. Source: contract part 1 "Account page". */
export const showLoginPage = defineView({
  method: 'GET',
  page,
  path: '/login',
  summary: 'Shows the sign-in that leads to the account page',
  access: visitorAccess,
  input: {
    properties: { ...shownField, ui_locales: { type: 'string', description: 'languages, best first' } },
  },
  errors: [],
  async handle(context, { shown = '' }, visit) {
    const kept = await findKept(context.tickets, visit, shown, page);
    if (visit.session) return goOn(visit);
    const { typed: email } = kept ?? {};
    // One id for each time that it is shown: a form that is sent twice is one act.
    if (email !== undefined) return showLogin({ ...visit, nextForm: shown }, { email, code: '' });
    return kept ?? showLogin(visit, { email: '', code: '' });
  },
});

/** POST /login: signs a person in to the browser. Source: contract part 1 "Account page". */
export const submitLogin = defineView({
  page,
  path: '/login',
  summary: 'Signs a person in to this browser',
  access: visitorAccess,
  input: {
    properties: {
      csrf: { ...text, examples: [exampleValues['csrf']] },
      ...credentialFields,
      decision: { ...text, enum: ['signup', 'reset'], description: 'leads there, with the address' },
      ui_locales: text,
    },
  },
  errors: [errors.csrfFailed, errors.formInvalid, ...credentialErrors],
  async handle(context, input, visit, request) {
    // A form that is sent twice finds the person signed in by the first.
    if (visit.session) return goOn(visit);
    const facts = readOwnForm(context.settings, visit, request, input.csrf);
    if (facts === undefined) return failed('csrf_mismatch', errors.csrfFailed);
    const typed = readCredentials(input, visit, facts.formId);
    if (input.decision !== undefined) return leadAside(input.decision, typed);
    const result = await logIn(context, visit, typed);
    if (result.kind === 'problem') return showLogin(visit, typed, result.problem);
    if (result.kind === 'choose_password') return choosePassword(visit, { userCode: '' }, result);
    const session = { ...result.session, authTime: Math.floor(context.now() / 1000) };
    return { ...goOn({ ...visit, browserSecret: session.browserSecret, session }), session };
  },
});
