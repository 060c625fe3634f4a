import { exampleValues } from '@latchkey/contracts';
import { definePage, text } from '@latchkey/http-server';
import { readOwnForm } from '../access/read-own-form.ts';
import { visitorAccess } from '../access/visitor-access.ts';
import type { SsoContext } from '../context.ts';
import { errors } from '../errors.ts';
import { loginLooks, type LoginPageView } from '../page/login-looks.ts';
import type { Page } from '../page/look.ts';
import { logIn } from '../sign-in/log-in.ts';
import { leadAside } from './doors/door-outcome.ts';
import { goOn, showLogin } from './login/login-outcome.ts';
import { answerPage } from './pages/answer-page.ts';
import { credentialErrors, credentialFields, readCredentials } from './pages/credential-form.ts';
import { findKeptOutcome, shownField } from './pages/kept-page.ts';
import { choosePassword, failed, orThrottled } from './pages/outcome.ts';
import { pageOutput } from './pages/output.ts';

const page: Page<LoginPageView> = { path: '/login', looks: loginLooks };

/** GET /login. Source: contract part 1 "Account page". */
export const showLoginPage = definePage({
  method: 'GET',
  path: '/login',
  summary: 'Shows the sign-in that leads to the account page',
  family: 'browser',
  access: visitorAccess,
  input: {
    properties: { ...shownField, ui_locales: { type: 'string', description: 'languages, best first' } },
  },
  output: pageOutput,
  errors: [],
  async handle(context: SsoContext, { shown, ui_locales: uiLocales }, visit, request) {
    const kept = await findKeptOutcome(context.tickets, visit, shown, page);
    const outcome = visit.session ? goOn(visit) : (kept ?? showLogin(visit));
    return answerPage(context, page, request, outcome, visit, uiLocales);
  },
});

/** POST /login: signs a person in to the browser. Source: contract part 1 "Account page". */
export const submitLogin = definePage({
  path: '/login',
  summary: 'Signs a person in to this browser',
  family: 'browser',
  access: visitorAccess,
  input: {
    properties: {
      csrf: { ...text, examples: [exampleValues['csrf']] },
      ...credentialFields,
      decision: { ...text, enum: ['signup', 'reset'], description: 'leads there, with the address' },
      ui_locales: text,
    },
  },
  output: pageOutput,
  errors: [errors.csrfFailed, errors.formInvalid, ...credentialErrors],
  async handle(context: SsoContext, input, visit, request) {
    const { ui_locales: uiLocales } = input;
    const facts = readOwnForm(context.settings, visit, request, input.csrf);
    const outcome = await orThrottled<LoginPageView>(async () => {
      // A form that is sent twice finds the person signed in by the first.
      if (visit.session) return goOn(visit);
      if (facts === undefined) return failed('csrf_mismatch', errors.csrfFailed);
      const typed = readCredentials(input, visit, facts.formId);
      if (input.decision !== undefined) return leadAside(context.settings, input.decision, visit, typed);
      const result = await logIn(context, visit, typed);
      if (result.kind === 'problem') return showLogin(visit, typed, result.problem);
      if (result.kind === 'choose_password') return choosePassword(visit, { userCode: '' }, result);
      const session = { ...result.session, authTime: Math.floor(context.now() / 1000) };
      return { ...goOn({ ...visit, browserSecret: session.browserSecret, session }), session };
    });
    return answerPage(context, page, request, outcome, visit, uiLocales);
  },
});
