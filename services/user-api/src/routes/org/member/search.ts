import { personAccess } from '../../../access/person-access.ts';
import { defineSearch } from '../../define-search.ts';
import { searchSpecs } from '../../search-specs.ts';
import {
  byManagedOrg,
  memberItem,
  memberItemOf,
  peopleFilters,
  readPeopleFilters,
} from '../people-answer.ts';

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
