import { definePage } from '@latchkey/http-server';
import { visitorAccess } from '../../access/visitor-access.ts';
import type { SsoContext } from '../../context.ts';
import { answerPage } from '../device_login/answer-page.ts';
import { showSession } from '../device_login/outcome.ts';
import { pageOutput } from '../device_login/output.ts';

/** GET /logout: asks before it signs out, because a GET changes nothing. Source: contract part 1 "Routes". */
export const showLogout = definePage({
  method: 'GET',
  path: '/logout',
  summary: 'Shows the page that asks before signing out',
  family: 'browser',
  access: visitorAccess,
  input: { properties: { ui_locales: { type: 'string', description: 'languages, best first' } } },
  output: pageOutput,
  errors: [],
  handle: (context: SsoContext, input, visit, request) =>
    answerPage(context, request, showSession(visit), visit, input.ui_locales),
});
