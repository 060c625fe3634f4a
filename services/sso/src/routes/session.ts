import { definePage, type PageResult, type RequestInfo } from '@latchkey/http-server';
import type { SsoContext } from '../context.ts';
import { showSession } from '../sign-on/sign-out.ts';
import type { Visit } from '../sign-on/visit.ts';
import { answerPage } from './device_login/answer-page.ts';
import { pageOutput } from './device_login/output.ts';
import { visitorAccess } from './device_login/visit.ts';

const show = {
  method: 'GET',
  access: visitorAccess,
  input: { properties: { ui_locales: { type: 'string', description: 'languages, best first' } } },
  output: pageOutput,
  errors: [],
  handle: (
    context: SsoContext,
    input: { ui_locales?: string },
    visit: Visit,
    request: RequestInfo,
  ): PageResult => answerPage(context, request, showSession(visit), visit, input.ui_locales),
} as const;

/** Source: contract part 1 "Routes". */
export const session = definePage({ ...show, path: '/session', summary: 'Who is signed in to this browser' });

/** The same page: it asks before it signs out, as a GET changes nothing. */
export const showLogout = definePage({ ...show, path: '/logout', summary: 'Asks before signing out' });
