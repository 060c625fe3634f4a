import { operatorAccess } from '../../../../access/operator-access.ts';
import { defineSearch } from '../../../define-search.ts';
import {
  invitationItem,
  invitationItemOf,
  ofAllOrgs,
  peopleFilters,
  readPeopleFilters,
} from '../../../org/people-answer.ts';
import { searchSpecs } from '../../../search-specs.ts';

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
