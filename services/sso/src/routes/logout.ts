import { definePage } from '@latchkey/http-server';
import type { SsoContext } from '../context.ts';
import { errors } from '../errors.ts';
import { checkCsrfToken } from '../sign-on/csrf.ts';
import { failed } from '../sign-on/outcome.ts';
import { nextDeviceLogin, signOut } from '../sign-on/sign-out.ts';
import { answerPage } from './device_login/answer-page.ts';
import { pageOutput } from './device_login/output.ts';
import { visitorAccess } from './device_login/visit.ts';

const text = { type: 'string' } as const;

/** POST /logout: ends the browser's root session and everything that came of it. Source: contract part 1 "Routes". */
export const logout = definePage({
  path: '/logout',
  summary: 'Signs out of this browser',
  access: visitorAccess,
  input: {
    properties: {
      csrf: text,
      next: { ...text, enum: ['device_login'], description: 'where to go afterwards' },
      user_code: { ...text, description: 'to go on with there' },
      ui_locales: text,
    },
  },
  output: pageOutput,
  errors: [errors.csrfFailed],
  async handle(context: SsoContext, input, visit, request) {
    const { csrf = '', next, user_code: userCode = '', ui_locales: uiLocales } = input;
    const isOurs = !visit.isNewBrowser && checkCsrfToken(visit.browserSecret, csrf, undefined) !== 'forged';
    const outcome = isOurs
      ? await signOut(context, visit, next && nextDeviceLogin(userCode, uiLocales))
      : failed('csrf_mismatch', errors.csrfFailed);
    return answerPage(context, request, outcome, visit, uiLocales);
  },
});
