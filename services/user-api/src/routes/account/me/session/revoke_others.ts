import { defineRoute } from '@latchkey/http-server';
import { personAccess, tokenFields } from '../../../../access/person-access.ts';
import type { UserApiContext } from '../../../../context.ts';
import { logEvent } from '../../../../request-log/log-event.ts';
import { originOf } from '../../../../request-log/request-log.ts';
import { endOtherSignIns, keptSignIn } from '../../../../session/end-sessions.ts';

/** Source: contract part 2 "Also needed to be usable". */
export const accountSessionRevokeOthers = defineRoute({
  path: '/account/me/session/revoke_others',
  summary: 'Ends all sessions and devices of the caller but the calling one',
  family: 'account',
  access: personAccess,
  input: { properties: tokenFields },
  output: { properties: { ended: { type: 'integer' } }, required: ['ended'] },
  errors: [],
  async handle(context: UserApiContext, _input, caller, request) {
    const { id: userId } = caller.account;
    const { traceparent } = request;
    const ending = { userId, reason: 'user', kept: keptSignIn(caller), traceparent } as const;
    const ended = await endOtherSignIns(context, ending);
    await logEvent(context, { event: 'session.revoke_others', userId }, originOf(request));
    return { ended };
  },
});
