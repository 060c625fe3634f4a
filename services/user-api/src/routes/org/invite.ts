import { ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { personAccess } from '../../access/person-access.ts';
import { assertManagesOrg } from '../../account/managed-org.ts';
import type { UserApiContext } from '../../context.ts';
import { invite } from '../../door/invite.ts';
import { errors } from '../../errors.ts';
import { freshErrors, freshFields } from '../../fresh-code/act-freshly.ts';
import { originOf } from '../../request-log/request-log.ts';
import { invitationAnswer, invitationOutput, inviteFields } from './invitation-fields.ts';

/** Source: contract part 2 "Addresses and invitations". */
export const orgInvite = defineRoute({
  path: '/org/invite',
  summary: 'Invites an address to an org whose owner or admin the caller is',
  family: 'account',
  access: personAccess,
  input: { properties: { ...freshFields, ...inviteFields }, required: ['org', 'email', 'role'] },
  output: invitationOutput,
  errors: [errors.emailInvalid, errors.notFound, errors.ownersOnly, errors.invitationsFull, ...freshErrors],
  async handle(context: UserApiContext, { org, email, role, ...shown }, caller, request) {
    const { orgId } = assertManagesOrg(caller, org);
    const found = await context.orgs.find(orgId);
    if (found === undefined) throw new ApiError(errors.notFound, { field: 'org' });
    const change = { event: 'org.invite', userId: caller.account.id } as const;
    const requested = { org: found, email, role, caller, shown };
    return invitationAnswer(await invite(context, requested, change, originOf(request)));
  },
});
