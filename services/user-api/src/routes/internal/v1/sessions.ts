import { ApiError, userApiCalls } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { createEntry } from '../../../request-log/log-event.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { findPageRoot } from '../../../sessions/find-root-session.ts';
import { stepUp } from '../../../signing-in/step-up.ts';
import { endToken } from '../../../tokens/end-token.ts';
import { isTokenLive } from '../../../tokens/is-token-live.ts';
import { userAnswer } from '../../auth/answers.ts';

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
      mfa: account.totpSecret !== null,
      expires_at: session.expiresAt.toISOString(),
      tokens_valid_after: session.tokensValidAfter?.toISOString() ?? null,
    };
  },
});

/** A person signs out of a browser. */
export const revokeRootSession = defineRoute({
  ...userApiCalls.revokeRootSession,
  summary: 'Ends a root session and its children',
  access: callers('sso'),
  errors: [],
  async handle(context: UserApiContext, { token, ip = '', user_agent: userAgent = '', replaced }) {
    const found = await findPageRoot(context, token);
    if (found === undefined) return { revoked: false };
    const { id, userId, clientId } = found.session;
    const details = replaced === true ? { by: 'sign_in' } : null;
    const event = { event: 'session.logout', userId, clientId, details } as const;
    const ended = await context.sessions.revoke(id, createEntry(context, event, { ip, userAgent }));
    return { revoked: ended.length > 0 };
  },
});

/** An operator's power begins at sso's console. */
export const stepUpRootSession = defineRoute({
  ...userApiCalls.stepUpRootSession,
  summary: 'Checks and spends the factor by which an operator’s power begins at the console',
  access: callers('sso'),
  errors: [
    errors.sessionRevoked,
    errors.forbidden,
    errors.freshCodeRequired,
    errors.passkeyInvalid,
    errors.credentialsInvalid,
    errors.throttled,
    errors.overloaded,
  ],
  async handle(context: UserApiContext, { token, ip, user_agent: userAgent, ...shown }, _caller, request) {
    const found = await findPageRoot(context, token);
    if (found === undefined) throw new ApiError(errors.sessionRevoked);
    await stepUp(context, found, shown, { ...originOf(request), ip, userAgent });
    return { stepped_up: true as const };
  },
});

/** sso asks this when it introspects a token that depends on a session or a credential of this service. */
export const viewSession = defineRoute({
  ...userApiCalls.viewSession,
  summary: 'Says whether the session or credential behind a token is still active',
  access: callers('sso'),
  errors: [],
  async handle(context: UserApiContext, token) {
    const active = await isTokenLive(context, token);
    if (active && token.token_use === 'app')
      await context.credentials.noteUsed(token.sid, new Date(context.now()));
    return { active };
  },
});

/** A client revokes a token of its own at sso. */
export const endSessionOfToken = defineRoute({
  ...userApiCalls.endSession,
  summary: 'Ends the session or the credential behind a token, for the client that holds it',
  access: callers('sso'),
  errors: [],
  async handle(context: UserApiContext, { client_id: clientId, ip, user_agent: userAgent, ...token }) {
    return { ended: await endToken(context, token, clientId, { ip, userAgent }) };
  },
});
