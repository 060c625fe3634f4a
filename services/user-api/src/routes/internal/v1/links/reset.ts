import { doorCalls } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import type { UserApiContext } from '../../../../context.ts';
import { resetByLink } from '../../../../door/reset-by-link.ts';
import { errors } from '../../../../errors.ts';
import { newPasswordErrors } from '../../../../password/assert-new-password.ts';
import { originOf } from '../../../../request-log/request-log.ts';
import { rootAnswer, userAnswer } from '../../../auth/answers.ts';

/** Source: contract part 2 "Links". */
export const linkReset = defineRoute({
  ...doorCalls.resetPassword,
  summary: 'Sets a new password by a link, ends all other sign-ins, and opens a root session',
  access: callers('sso'),
  errors: [
    errors.notFound,
    ...newPasswordErrors,
    errors.passwordSame,
    errors.mfaRequired,
    errors.credentialsInvalid,
    errors.throttled,
    errors.stateConflict,
  ],
  async handle(
    context: UserApiContext,
    { token, new_password: newPassword, code = '', ...from },
    _caller,
    request,
  ) {
    const origin = { ...originOf(request), ip: from.ip, userAgent: from.user_agent };
    const { account, browser } = await resetByLink(context, { token, newPassword, code }, origin);
    return { root: rootAnswer(browser.session, browser.token), user: userAnswer(account) };
  },
});
