import { ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { personAccess } from '../../access/person-access.ts';
import { assertManagesOrg } from '../../accounts/managed-org.ts';
import type { UserApiContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { invite } from '../../people/links/invite.ts';
import { withdraw } from '../../people/orgs/withdraw.ts';
import { originOf } from '../../request-log/request-log.ts';
import { freshErrors, freshFields } from '../../signing-in/act-freshly.ts';
import { defineSearch } from '../define-search.ts';
import { searchSpecs } from '../search-specs.ts';
import {
  invitationAnswer,
  invitationOutput,
  inviteFields,
  withdrawFields,
  withdrawOutput,
} from './invitation-fields.ts';
import {
  byManagedOrg,
  invitationItem,
  invitationItemOf,
  peopleFilters,
  readPeopleFilters,
} from './people-answer.ts';

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

/** Source: contract part 2 "People of an org". */
export const orgInvitationsSearch = defineSearch({
  path: '/org/invitation/search',
  summary: 'Lists the open invitations of the orgs whose owner or admin the caller is, newest first',
  family: 'account',
  access: personAccess,
  spec: searchSpecs.orgInvitations,
  fields: peopleFilters,
  item: invitationItem,
  toItem: invitationItemOf,
  errors: [],
  readFilters: readPeopleFilters,
  ...byManagedOrg,
  find: ({ invitations, now }, { scope, filters, plan }) =>
    invitations.search(scope, filters, { plan, now: new Date(now()) }),
});

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
