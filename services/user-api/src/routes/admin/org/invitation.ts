import { ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { operatorAccess } from '../../../access/operator-access.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { withdraw } from '../../../people/orgs/withdraw.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { defineSearch } from '../../define-search.ts';
import { withdrawFields, withdrawOutput } from '../../org/invitation-fields.ts';
import {
  invitationItem,
  invitationItemOf,
  ofAllOrgs,
  peopleFilters,
  readPeopleFilters,
} from '../../org/people-answer.ts';
import { searchSpecs } from '../../search-specs.ts';

/** Source: contract part 2 "People of an org". */
export const adminInvitationsSearch = defineSearch({
  path: '/admin/org/invitation/search',
  summary: 'Lists the open invitations of all orgs, newest first',
  access: operatorAccess,
  spec: searchSpecs.invitations,
  fields: peopleFilters,
  item: invitationItem,
  toItem: invitationItemOf,
  errors: [],
  readFilters: readPeopleFilters,
  ...ofAllOrgs,
  find: ({ invitations, now }, { scope, filters, plan }) =>
    invitations.search(scope, filters, { plan, now: new Date(now()) }),
});

/** Source: contract part 2 "People of an org". */
export const adminInvitationWithdraw = defineRoute({
  path: '/admin/org/invitation/withdraw',
  summary: 'Ends an open invitation to an org',
  access: operatorAccess,
  input: { properties: withdrawFields, required: ['org', 'invite'] },
  output: withdrawOutput,
  errors: [errors.notFound],
  async handle(context: UserApiContext, { org: name, invite: id }, { account }, request) {
    const org = await context.orgs.find(name);
    if (org === undefined) throw new ApiError(errors.notFound, { field: 'org' });
    const change = { event: 'admin.org.invitation_withdraw', actorId: account.id } as const;
    await withdraw(context, { id, orgId: org.id, by: null }, change, originOf(request));
    return { withdrawn: true };
  },
});
