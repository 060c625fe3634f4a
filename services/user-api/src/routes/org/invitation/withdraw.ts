import { defineRoute } from '@latchkey/http-server';
import { personAccess } from '../../../access/person-access.ts';
import { assertManagesOrg } from '../../../account/managed-org.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { withdraw } from '../../../org/withdraw.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { withdrawFields, withdrawOutput } from '../invitation-fields.ts';

/** Source: contract part 2 "People of an org". */
export const orgInvitationWithdraw = defineRoute({
  path: '/org/invitation/withdraw',
  summary: 'Ends an open invitation to an org',
  family: 'account',
  access: personAccess,
  input: { properties: withdrawFields, required: ['org', 'invite'] },
  output: withdrawOutput,
  errors: [errors.notFound, errors.ownersOnly],
  async handle(context: UserApiContext, { org, invite: id }, caller, request) {
    const { orgId } = assertManagesOrg(caller, org);
    const by = caller.account.id;
    const change = { event: 'org.invitation_withdraw', userId: by } as const;
    await withdraw(context, { id, orgId, by }, change, originOf(request));
    return { withdrawn: true };
  },
});
