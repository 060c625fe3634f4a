import { personAccess } from '../../../access/person-access.ts';
import { defineSearch } from '../../define-search.ts';
import { searchSpecs } from '../../search-specs.ts';
import {
  byManagedOrg,
  invitationItem,
  invitationItemOf,
  peopleFilters,
  readPeopleFilters,
} from '../people-answer.ts';

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
