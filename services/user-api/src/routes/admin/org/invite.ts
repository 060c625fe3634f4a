import { ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { operatorAccess } from '../../../access/operator-access.ts';
import type { UserApiContext } from '../../../context.ts';
import { invite } from '../../../door/invite.ts';
import { errors } from '../../../errors.ts';
import { freshErrors, freshFields } from '../../../fresh-code/act-freshly.ts';
import { originOf } from '../../../request-log/request-log.ts';
import {
  invitationAnswer,
  invitationOutput,
  inviteFields,
  printedLink,
  printLinkField,
} from '../../org/invitation-fields.ts';

/** Source: contract part 2 "Addresses and invitations". */
export const adminOrgInvite = defineRoute({
  path: '/admin/org/invite',
  summary: 'Invites an address to an org',
  access: operatorAccess,
  input: {
    properties: { ...freshFields, ...inviteFields, print_link: printLinkField },
    required: ['org', 'email', 'role'],
  },
  output: { properties: { ...invitationOutput.properties, link: printedLink }, optional: ['link'] },
  errors: [errors.emailInvalid, errors.notFound, ...freshErrors],
  async handle(context: UserApiContext, { org: name, email, role, print_link, ...shown }, caller, request) {
    const org = await context.orgs.find(name);
    if (org?.status !== 'active') throw new ApiError(errors.notFound, { field: 'org' });
    const operator = { printsLink: print_link === true };
    const change = { event: 'admin.org.invite', actorId: caller.account.id } as const;
    const requested = { org, email, role, caller, shown, operator };
    const { link, ...invited } = await invite(context, requested, change, originOf(request));
    return { ...invitationAnswer(invited), ...(link === undefined ? {} : { link }) };
  },
});
