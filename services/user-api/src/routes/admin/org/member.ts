import { ApiError, exampleValues } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { operatorAccess } from '../../../access/operator-access.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { findOrgAndUser } from '../../../people/orgs/find-org-and-user.ts';
import { createEntry } from '../../../request-log/log-event.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { actFreshly, freshErrors, freshFields } from '../../../signing-in/act-freshly.ts';
import { defineSearch } from '../../define-search.ts';
import {
  memberItem,
  memberItemOf,
  ofAllOrgs,
  orgField,
  peopleFilters,
  readPeopleFilters,
  removalAnswer,
  removalOutput,
  roleAnswer,
  roleField,
  roleOutput,
} from '../../org/people-answer.ts';
import { searchSpecs } from '../../search-specs.ts';

const memberFields = {
  org: orgField,
  user_id: { type: 'string', minLength: 1, examples: [exampleValues['user_id']] },
  email: { type: 'string', minLength: 1, description: 'Instead of user_id' },
} as const;

const memberErrors = [errors.memberMissing, errors.memberTwice, errors.notFound];

/** Source: contract part 2 "Settled details". */
export const adminOrgMemberAdd = defineRoute({
  path: '/admin/org/member_add',
  summary: 'Adds a member to an org, or gives a member another role',
  access: operatorAccess,
  input: { properties: { ...freshFields, ...memberFields, role: roleField }, required: ['org', 'role'] },
  output: roleOutput,
  errors: [
    ...memberErrors,
    errors.addressUnverified,
    errors.accountInvited,
    errors.lastOwner,
    ...freshErrors,
  ],
  async handle(context: UserApiContext, input, caller, request) {
    const { org, account } = await findOrgAndUser(context, input);
    // Whoever signed up with an address that nobody vouched for need not be the person that is meant by it.
    if (input.email !== undefined && account.emailVerifiedAt === null)
      throw new ApiError(errors.addressUnverified, { field: 'email' });
    const field = input.user_id === undefined ? 'email' : 'user_id';
    if (account.status === 'invited') throw new ApiError(errors.accountInvited, { field });
    const change = { userId: account.id, actorId: caller.account.id, orgId: org.id };
    const origin = originOf(request);
    const row = createEntry(context, { event: 'admin.org.member_add', ...change }, origin);
    const { createdAt } = row;
    const member = { id: context.newId(), orgId: org.id, userId: account.id, role: input.role, createdAt };
    const fresh = { caller, shown: input, origin };
    return roleAnswer(member, await actFreshly(context, fresh, ({ orgs }) => orgs.putMember(member, row)));
  },
});

/** Source: contract part 2 "Settled details". */
export const adminOrgMemberRemove = defineRoute({
  path: '/admin/org/member_remove',
  summary: 'Removes a member from an org; sessions that speak for it end',
  access: operatorAccess,
  input: { properties: memberFields, required: ['org'] },
  output: removalOutput,
  errors: [...memberErrors, errors.lastOwner],
  async handle(context: UserApiContext, input, caller, request) {
    const { org, account } = await findOrgAndUser(context, input);
    const change = { userId: account.id, actorId: caller.account.id, orgId: org.id };
    const row = createEntry(context, { event: 'admin.org.member_remove', ...change }, originOf(request));
    const removed = await context.orgs.removeMember({ orgId: org.id, userId: account.id, by: null }, row);
    if (removed === undefined) throw new ApiError(errors.notFound);
    return removalAnswer(removed);
  },
});

/** Source: contract part 2 "People of an org". */
export const adminMembersSearch = defineSearch({
  path: '/admin/org/member/search',
  summary: 'Lists the members of all orgs, newest first',
  access: operatorAccess,
  spec: searchSpecs.members,
  fields: peopleFilters,
  item: memberItem,
  toItem: memberItemOf,
  errors: [],
  readFilters: readPeopleFilters,
  ...ofAllOrgs,
  find: ({ orgs }, { scope, filters, plan }) => orgs.searchMembers(scope, filters, plan),
});
