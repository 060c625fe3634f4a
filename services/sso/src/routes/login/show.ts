import { definePage } from '@latchkey/http-server';
import { visitorAccess } from '../../access/visitor-access.ts';
import type { SsoContext } from '../../context.ts';
import { answerPage } from '../device_login/answer-page.ts';
import { pageOutput } from '../device_login/output.ts';
import { goOn, showLogin } from './login-outcome.ts';

/** GET /login. Source: contract part 1 "Account page". */
export const showLoginPage = definePage({
  method: 'GET',
  path: '/login',
  summary: 'Shows the sign-in that leads to the account page',
  family: 'browser',
  access: visitorAccess,
  input: { properties: { ui_locales: { type: 'string', description: 'languages, best first' } } },
  output: pageOutput,
  errors: [],
  handle: (context: SsoContext, input, visit, request) =>
    answerPage(
      context,
      request,
      visit.session ? goOn(visit) : showLogin(visit),
      visit,
      input.ui_locales,
      '/login',
    ),
});
