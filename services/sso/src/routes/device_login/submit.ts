import { ApiError } from '@latchkey/errors';
import { definePage } from '@latchkey/http-server';
import type { SsoContext } from '../../context.ts';
import { readUserCode } from '../../device/user-code.ts';
import { errors } from '../../errors.ts';
import { checkCsrfToken } from '../../sign-on/csrf.ts';
import { decideByTicket, signOn } from '../../sign-on/sign-on.ts';
import { answerPage } from './answer-page.ts';
import { pageOutput } from './output.ts';
import { visitorAccess } from './visit.ts';

/** POST /device_login: sign on, see who asks, decide. Source: contract part 1 "Approval page". */
export const submitDeviceLogin = definePage({
  path: '/device_login',
  summary: 'Takes the forms of the approval page',
  access: visitorAccess,
  input: {
    properties: {
      csrf: { type: 'string' },
      user_code: { type: 'string' },
      email: { type: 'string', description: 'may be blank with a live sign-on session' },
      password: { type: 'string' },
      code: { type: 'string', description: 'one-time code, when the account has one' },
      ticket: { type: 'string', minLength: 1, description: 'of the confirmation' },
      decision: { type: 'string', enum: ['continue', 'approve', 'deny'] },
      ui_locales: { type: 'string', minLength: 1 },
    },
  },
  output: pageOutput,
  errors: [
    errors.csrfFailed,
    errors.badUserCode,
    errors.emailMissing,
    errors.badCredentials,
    errors.mfaRequired,
    errors.throttled,
  ],
  async handle(context: SsoContext, input, visit, request) {
    const {
      user_code: userCode = '',
      decision = 'continue',
      ticket,
      email = '',
      password = '',
      code = '',
    } = input;
    const verdict = visit.isNewBrowser
      ? 'forged'
      : checkCsrfToken(visit.browserSecret, input.csrf ?? '', readUserCode(userCode));
    if (verdict === 'forged') throw new ApiError(errors.csrfFailed);
    const outcome =
      ticket !== undefined && decision !== 'continue'
        ? await decideByTicket(context, visit, { userCode, ticket, decision })
        : await signOn(context, visit, {
            userCode,
            email,
            password,
            code,
            decision,
            wasShown: verdict === 'shown',
          });
    return answerPage(context, request, outcome, visit, input.ui_locales);
  },
});
