import { ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { personAccess, tokenFields } from '../../access/person-access.ts';
import { assertManagesOrg } from '../../account/managed-org.ts';
import type { UserApiContext } from '../../context.ts';
import { invite } from '../../door/invite.ts';
import { errors } from '../../errors.ts';
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
  errors: [errors.emailInvalid, errors.notFound, errors.ownersOnly, errors.invitationsFull],
  async handle(context: UserApiContext, { org, email, role }, caller, request) {
    const { orgId } = assertManagesOrg(caller, org);
    const found = await context.orgs.find(orgId);
    if (found === undefined) throw new ApiError(errors.notFound, { field: 'org' });
    const { account: inviter } = caller;
    const change = { event: 'org.invite', userId: inviter.id } as const;
    const requested = { org: found, email, role, inviter };
    return invitationAnswer((await invite(context, requested, change, originOf(request))).invitation);
  },
});
