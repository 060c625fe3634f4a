import { exampleValues } from '@latchkey/contracts';
import { definePage, text } from '@latchkey/http-server';
import { isOwnForm } from '@latchkey/pages';
import { hashSecret } from '@latchkey/secrets';
import { checkCsrfToken } from '../../access/csrf.ts';
import { visitorAccess } from '../../access/visitor-access.ts';
import type { SsoContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { logIn } from '../../sign-in/log-in.ts';
import { answerPage } from '../device_login/answer-page.ts';
import { failed, orThrottled } from '../device_login/outcome.ts';
import { pageOutput } from '../device_login/output.ts';
import { goOn, showLogin } from './login-outcome.ts';

/** POST /login: signs a person in to the browser. Source: contract part 1 "Account page". */
export const submitLogin = definePage({
  path: '/login',
  summary: 'Signs a person in to this browser',
  family: 'browser',
  access: visitorAccess,
  input: {
    properties: {
      csrf: { ...text, examples: [exampleValues['csrf']] },
      email: { ...text, examples: [exampleValues['email']] },
      password: { ...text, examples: [exampleValues['password']] },
      code: { ...text, description: 'one-time code, if the account uses one' },
      new_password: { ...text, description: 'the new password, when the password must be changed' },
      new_password_again: { ...text, description: 'the same again' },
      ui_locales: text,
    },
  },
  output: pageOutput,
  errors: [
    errors.csrfFailed,
    errors.emailMissing,
    errors.badCredentials,
    errors.mfaRequired,
    errors.passwordChangeRequired,
    errors.newPasswordRefused,
    errors.throttled,
  ],
  async handle(context: SsoContext, input, visit, request) {
    const { csrf = '', password = '', new_password: newPassword = '' } = input;
    const { new_password_again: newPasswordAgain = '', ui_locales: uiLocales } = input;
    const [email = '', code = ''] = [input.email?.trim(), input.code?.trim()];
    const comesFromPage =
      !visit.isNewBrowser && isOwnForm((name) => request.header(name), context.settings.ssoUrl);
    const facts = comesFromPage ? checkCsrfToken(visit.browserSecret, csrf, undefined) : undefined;
    const outcome = await orThrottled(async () => {
      // A form that is sent twice finds the person signed in by the first.
      if (visit.session) return goOn(visit);
      if (facts === undefined) return failed('csrf_mismatch', errors.csrfFailed);
      const typed = { email, password, code, newPassword };
      const op = hashSecret(JSON.stringify([visit.browserSecret, facts.formId, ...Object.values(typed)]));
      const result = await logIn(context, visit, { ...typed, newPasswordAgain, op });
      if ('problem' in result) return showLogin(visit, typed, result.problem);
      const { browserSecret, sessionToken: token, sessionExpiresAtMs: expiresAtMs } = result.session;
      const session = { ...result.session, authTime: Math.floor(context.now() / 1000) };
      return {
        ...goOn({ ...visit, browserSecret, session }),
        session: { token, expiresAtMs, browserSecret },
      };
    });
    return answerPage(context, request, outcome, visit, uiLocales, '/login');
  },
});
