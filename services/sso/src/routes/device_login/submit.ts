import { definePage } from '@latchkey/http-server';
import type { SsoContext } from '../../context.ts';
import { readUserCode } from '../../device/user-code.ts';
import { errors } from '../../errors.ts';
import { checkCsrfToken } from '../../sign-on/csrf.ts';
import { failed, orThrottled } from '../../sign-on/outcome.ts';
import { decideByTicket, signOn } from '../../sign-on/sign-on.ts';
import { answerPage } from './answer-page.ts';
import { pageOutput } from './output.ts';
import { visitorAccess } from './visit.ts';

const text = { type: 'string' } as const;

/** POST /device_login: sign on, see who asks, decide. Source: contract part 1 "Approval page". */
export const submitDeviceLogin = definePage({
  path: '/device_login',
  summary: 'Takes the forms of the approval page',
  access: visitorAccess,
  input: {
    properties: {
      csrf: text,
      user_code: text,
      email: { ...text, description: 'may be blank with a live sign-on session' },
      password: text,
      code: { ...text, description: 'one-time code, when the account has one' },
      ticket: { ...text, description: 'of the confirmation' },
      decision: { ...text, enum: ['continue', 'approve', 'deny'] },
      ui_locales: text,
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
    const { csrf = '', decision = 'continue', ticket = '', password = '' } = input;
    const [userCode = '', email = '', code = ''] = [input.user_code, input.email, input.code].map((typed) =>
      typed?.trim(),
    );
    const verdict = visit.isNewBrowser
      ? 'forged'
      : checkCsrfToken(visit.browserSecret, csrf, readUserCode(userCode));
    const outcome = await orThrottled(async () => {
      if (verdict === 'forged') return failed('csrf_mismatch', errors.csrfFailed);
      if (ticket !== '' && decision !== 'continue') {
        return decideByTicket(context, visit, { userCode, ticket, decision });
      }
      const wasShown = verdict === 'shown';
      return signOn(context, visit, { userCode, email, password, code, decision, wasShown });
    });
    return answerPage(context, request, outcome, visit, input.ui_locales);
  },
});
