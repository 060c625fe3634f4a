import { ApiError, isUuid } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { personAccess } from '../../access/person-access.ts';
import { assertManagesOrg } from '../../accounts/managed-org.ts';
import type { UserApiContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { createEntry } from '../../request-log/log-event.ts';
import { originOf } from '../../request-log/request-log.ts';
import { actFreshly, freshErrors, freshFields, makesManager } from '../../signing-in/act-freshly.ts';
import { defineSearch } from '../define-search.ts';
import { searchSpecs } from '../search-specs.ts';
import {
  byManagedOrg,
  memberItem,
  memberItemOf,
  orgField,
  peopleFilters,
  readPeopleFilters,
  removalAnswer,
  removalOutput,
  roleAnswer,
  roleField,
  roleOutput,
} from './people-answer.ts';

/** Source: contract part 2 "People of an org". */
export const orgMembersSearch = defineSearch({
  path: '/org/member/search',
  summary: 'Lists the members of the orgs whose owner or admin the caller is, newest first',
  family: 'account',
  access: personAccess,
  spec: searchSpecs.orgMembers,
  fields: peopleFilters,
  item: memberItem,
  toItem: memberItemOf,
  errors: [],
  readFilters: readPeopleFilters,
  ...byManagedOrg,
  find: ({ orgs }, { scope, filters, plan }) => orgs.searchMembers(scope, filters, plan),
});

/** Source: contract part 2 "People of an org". */
export const orgMemberRemove = defineRoute({
  path: '/org/member/remove',
  summary: 'Removes a member from an org; sessions that speak for it end',
  family: 'account',
  access: personAccess,
  input: {
    properties: { org: orgField, user_id: { type: 'string', minLength: 1 } },
    required: ['org', 'user_id'],
  },
  output: removalOutput,
  errors: [errors.notFound, errors.ownersOnly, errors.lastOwner],
  async handle(context: UserApiContext, { org, user_id: given }, caller, request) {
    const { orgId } = assertManagesOrg(caller, org);
    if (!isUuid(given)) throw new ApiError(errors.notFound, { field: 'user_id' });
    const [userId, by] = [given.toLowerCase(), caller.account.id];
    const what = { event: 'org.member_remove', userId, actorId: by, orgId } as const;
    const row = createEntry(context, what, originOf(request));
    const removed = await context.orgs.removeMember({ orgId, userId, by }, row);
    if (removed === undefined) throw new ApiError(errors.notFound, { field: 'user_id' });
    return removalAnswer(removed);
  },
});

/** Source: contract part 2 "People of an org". */
export const orgMemberSetRole = defineRoute({
  path: '/org/member/set_role',
  summary: 'Gives a member of an org another role',
  family: 'account',
  access: personAccess,
  input: {
    properties: {
      ...freshFields,
      org: orgField,
      user_id: { type: 'string', minLength: 1 },
      role: roleField,
    },
    required: ['org', 'user_id', 'role'],
  },
  output: roleOutput,
  errors: [errors.notFound, errors.ownersOnly, errors.lastOwner, ...freshErrors],
  async handle(context: UserApiContext, { org, user_id: given, role, ...shown }, caller, request) {
    const { orgId } = assertManagesOrg(caller, org);
    if (!isUuid(given)) throw new ApiError(errors.notFound, { field: 'user_id' });
    const [userId, by] = [given.toLowerCase(), caller.account.id];
    const what = { event: 'org.member_set_role', userId, actorId: by, orgId } as const;
    const origin = originOf(request);
    const row = createEntry(context, what, origin);
    const fresh = makesManager(caller, role) && { caller, shown, origin };
    const change = { orgId, userId, by, role };
    const seen = await actFreshly(context, fresh, ({ orgs }) => orgs.setRole(change, row));
    if (seen === undefined) throw new ApiError(errors.notFound, { field: 'user_id' });
    return roleAnswer(change, seen);
  },
});
