import { operatorAccess } from '../../../../access/operator-access.ts';
import { defineSearch } from '../../../define-search.ts';
import {
  memberItem,
  memberItemOf,
  ofAllOrgs,
  peopleFilters,
  readPeopleFilters,
} from '../../../org/people-answer.ts';
import { searchSpecs } from '../../../search-specs.ts';

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
