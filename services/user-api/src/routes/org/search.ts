import { personAccess } from '../../access/person-access.ts';
import type { Org } from '../../org/org.ts';
import { defineSearch } from '../define-search.ts';
import { filterSchemas } from '../filter-schemas.ts';
import { searchSpecs } from '../search-specs.ts';
import { orgAnswer, orgProperties, roleField } from './people-answer.ts';

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
