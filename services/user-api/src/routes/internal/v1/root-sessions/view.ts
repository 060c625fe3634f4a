import { ApiError } from '@latchkey/errors';
import { defineRoute, serviceAccess } from '@latchkey/http-server';
import type { UserApiContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';
import { findRootSession } from '../../../../session/find-root-session.ts';
import { userAnswer, userSchema } from '../../../auth/answers.ts';

const text = { type: 'string' } as const;

/** The sign-on session behind a browser's cookie, as sso's pages ask for it; asking counts as use. */
export const viewRootSession = defineRoute({
  path: '/internal/v1/root-sessions/view',
  summary: 'Answers a live root session',
  access: serviceAccess,
  input: { properties: { token: text }, required: ['token'] },
  output: {
    properties: {
      id: text,
      user: userSchema,
      amr: { type: 'array', items: text },
      auth_time: { type: 'integer', description: 'Seconds since the epoch' },
      expires_at: text,
    },
    required: ['id', 'user', 'amr', 'auth_time', 'expires_at'],
  },
  errors: [errors.notFound],
  async handle(context: UserApiContext, { token }) {
    const found = await findRootSession(context, token);
    if (found === undefined) throw new ApiError(errors.notFound, { field: 'token' });
    const { session, account } = found;
    await context.sessions.touch(session.id, new Date(context.now()));
    return {
      id: session.id,
      user: userAnswer(account),
      amr: [...session.amr],
      auth_time: Math.floor(session.authTime.getTime() / 1000),
      expires_at: session.expiresAt.toISOString(),
    };
  },
});
