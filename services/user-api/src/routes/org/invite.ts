import { defineRoute } from '@latchkey/http-server';
import { personAccess, tokenFields } from '../../access/person-access.ts';
import { assertManagesOrg } from '../../account/managed-org.ts';
import type { UserApiContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { invite } from '../../org/invite.ts';
import { originOf } from '../../request-log/request-log.ts';
import { invitationAnswer, invitationOutput, inviteFields } from './invitation-fields.ts';

/** Source: contract part 2 "Addresses and invitations". */
export const orgInvite = defineRoute({
  path: '/org/invite',
  summary: 'Invites an address to an org whose owner or admin the caller is',
  family: 'account',
  access: personAccess,
  input: { properties: { ...tokenFields, ...inviteFields }, required: ['org', 'email', 'role'] },
  output: invitationOutput,
  errors: [errors.notFound, errors.ownersOnly, errors.invitationsFull],
  async handle(context: UserApiContext, { org, email, role }, caller, request) {
    const { orgId } = assertManagesOrg(caller, org);
    const userId = caller.account.id;
    const requested = { orgId, email, role, invitedBy: userId };
    const change = { event: 'org.invite', userId } as const;
    return invitationAnswer(await invite(context, requested, change, originOf(request)));
  },
});
