import { accountCalls, ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { personAccess } from '../access/person-access.ts';
import { findMembership } from '../accounts/account.ts';
import type { UserApiContext } from '../context.ts';
import { errors } from '../errors.ts';
import type { Org } from '../people/orgs/org.ts';
import { createEntry } from '../request-log/log-event.ts';
import { originOf } from '../request-log/request-log.ts';
import { defineSearch } from './define-search.ts';
import { filterSchemas } from './filter-schemas.ts';
import { orgAnswer, orgProperties, roleField } from './org/people-answer.ts';
import { searchSpecs } from './search-specs.ts';

const item = {
  title: 'OwnOrg',
  type: 'object',
  additionalProperties: false,
  properties: { ...orgProperties, role: roleField },
} as const;

/** Source: contract part 2 "People of an org". */
export const ownOrgsSearch = defineSearch({
  path: '/org/search',
  summary: 'Lists the orgs that the caller is a member of, newest first',
  family: 'account',
  access: personAccess,
  spec: searchSpecs.ownOrgs,
  fields: { role: filterSchemas.oneOf(...roleField.enum) },
  item,
  toItem: (org: Org, { memberships }) => ({
    ...orgAnswer(org),
    role: memberships.find(({ orgId }) => orgId === org.id)?.role,
  }),
  errors: [],
  readFilters: ({ role }) => ({ role }),
  scopeOf: ({ account, member, memberships }) => ({
    user: account.id,
    org: member?.orgId ?? null,
    memberships,
  }),
  bindScope: ({ user, org }) => ({ user, org }),
  find: ({ orgs }, { scope, filters: { role }, plan }) => {
    const own = scope.memberships.filter((one) => role === undefined || one.role === role);
    return orgs.search({ all: false, orgIds: own.map(({ orgId }) => orgId) }, {}, plan);
  },
});

/** Source: contract part 2 "People of an org". */
export const orgLeave = defineRoute({
  ...accountCalls.leaveOrg,
  summary: 'Ends the caller’s own membership of an org; sessions that speak for it end',
  family: 'account',
  access: personAccess,
  errors: [errors.notFound, errors.lastOwner],
  async handle(context: UserApiContext, { org }, { account, memberships }, request) {
    const orgId = findMembership(memberships, org)?.orgId;
    if (orgId === undefined) throw new ApiError(errors.notFound, { field: 'org' });
    const userId = account.id;
    const row = createEntry(context, { event: 'org.leave', userId, orgId }, originOf(request));
    const left = await context.orgs.removeMember({ orgId, userId, by: userId }, row);
    if (left === undefined) throw new ApiError(errors.notFound, { field: 'org' });
    return { ended: left.ended.length };
  },
});
