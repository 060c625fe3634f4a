import { ApiError, userApiCalls } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import type { UserApiContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';
import { findPageRoot } from '../../../../session/find-root-session.ts';
import { userAnswer } from '../../../auth/answers.ts';

/** The root session that a browser session of sso carries. Asking for it is a use of it. */
export const viewRootSession = defineRoute({
  ...userApiCalls.viewRootSession,
  summary: 'Answers an active root session',
  access: callers('sso'),
  errors: [errors.notFound],
  async handle(context: UserApiContext, { token }) {
    const found = await findPageRoot(context, token);
    if (found === undefined) throw new ApiError(errors.notFound, { field: 'token' });
    const { session, account } = found;
    await context.sessions.touch(session.id, new Date(context.now()));
    return {
      id: session.id,
      user: userAnswer(account),
      amr: [...session.amr],
      auth_time: Math.floor(session.authTime.getTime() / 1000),
      device_sign_in: account.deviceSignIn,
      expires_at: session.expiresAt.toISOString(),
      tokens_valid_after: session.tokensValidAfter?.toISOString() ?? null,
    };
  },
});
