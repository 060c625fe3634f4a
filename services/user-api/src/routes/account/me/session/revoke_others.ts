import { accountCalls } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { personAccess } from '../../../../access/person-access.ts';
import type { UserApiContext } from '../../../../context.ts';
import { originOf } from '../../../../request-log/request-log.ts';
import { endOtherSignIns } from '../../../../session/end-sessions.ts';

/** Source: contract part 2 "Also needed to be usable". */
export const accountSessionRevokeOthers = defineRoute({
  ...accountCalls.revokeOtherSessions,
  summary:
    'Ends all sessions and devices of the caller but the calling one; for a member, sessions of the org',
  access: personAccess,
  errors: [],
  async handle(context: UserApiContext, _input, caller, request) {
    return { ended: await endOtherSignIns(context, caller, originOf(request)) };
  },
});
