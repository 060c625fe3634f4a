import { definePage } from '@latchkey/http-server';
import { visitorAccess } from '../../access/visitor-access.ts';
import type { SsoContext } from '../../context.ts';
import { answerPage } from '../device_login/answer-page.ts';
import { findKeptOutcome, shownField } from '../device_login/kept-page.ts';
import { pageOutput } from '../device_login/output.ts';
import { goOn, showLogin } from './login-outcome.ts';

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
    const kept = await findKeptOutcome(context.tickets, visit, shown, '/login');
    const outcome = visit.session ? goOn(visit) : (kept ?? showLogin(visit));
    return answerPage(context, request, outcome, visit, uiLocales, '/login');
  },
});
