import { doorCalls } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import type { UserApiContext } from '../../../../context.ts';
import { signUpByLink } from '../../../../door/sign-up-by-link.ts';
import { errors } from '../../../../errors.ts';
import { newPasswordErrors } from '../../../../password/assert-new-password.ts';
import { originOf } from '../../../../request-log/request-log.ts';
import { rootAnswer, userAnswer } from '../../../auth/answers.ts';

/** Source: contract part 2 "Links". */
export const linkSignUp = defineRoute({
  ...doorCalls.signUp,
  summary: 'Makes the account of a link, or completes the invited one, and opens a root session',
  access: callers('sso'),
  errors: [
    errors.notFound,
    errors.nameInvalid,
    ...newPasswordErrors,
    errors.accountExists,
    errors.throttled,
    errors.overloaded,
  ],
  async handle(context: UserApiContext, { ip, user_agent: userAgent, ...form }, _caller, request) {
    const origin = { ...originOf(request), ip, userAgent };
    const { account, browser } = await signUpByLink(context, form, origin);
    return { root: rootAnswer(browser.session, browser.token), user: userAnswer(account) };
  },
});
