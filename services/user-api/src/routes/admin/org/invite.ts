import { ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { operatorAccess } from '../../../access/operator-access.ts';
import { tokenFields } from '../../../access/person-access.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { freshErrors, freshFields } from '../../../fresh-code/act-freshly.ts';
import { invite } from '../../../org/invite.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { invitationAnswer, invitationOutput, inviteFields } from '../../org/invitation-fields.ts';

/** Source: contract part 2 "Addresses and invitations". */
export const adminOrgInvite = defineRoute({
  path: '/admin/org/invite',
  summary: 'Invites an address to an org',
  family: 'admin',
  access: operatorAccess,
  input: {
    properties: { ...tokenFields, ...freshFields, ...inviteFields },
    required: ['org', 'email', 'role'],
  },
  output: invitationOutput,
  errors: [errors.notFound, ...freshErrors],
  async handle(context: UserApiContext, { org: name, email, role, ...shown }, caller, request) {
    const { account } = caller;
    const org = await context.orgs.find(name);
    if (org?.status !== 'active') throw new ApiError(errors.notFound, { field: 'org' });
    const operator = { caller, shown };
    const requested = { orgId: org.id, email, role, invitedBy: account.id, operator };
    const change = { event: 'admin.org.invite', actorId: account.id } as const;
    return invitationAnswer(await invite(context, requested, change, originOf(request)));
  },
});
