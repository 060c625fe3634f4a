import { operatorAccess } from '../../../access/operator-access.ts';
import type { Org } from '../../../org/org.ts';
import { defineSearch } from '../../define-search.ts';
import { filterSchemas } from '../../filter-schemas.ts';
import { ofAllOrgs, orgAnswer, orgProperties } from '../../org/people-answer.ts';
import { searchSpecs } from '../../search-specs.ts';

const item = {
  title: 'ListedOrg',
  type: 'object',
  additionalProperties: false,
  properties: orgProperties,
} as const;

/** Source: contract part 2 "People of an org". */
export const adminOrgSearch = defineSearch({
  path: '/admin/org/search',
  summary: 'Lists all orgs, newest first',
  access: operatorAccess,
  spec: searchSpecs.orgs,
  fields: {
    org: { ...filterSchemas.text, description: 'Id or slug' },
    status: filterSchemas.oneOf(...orgProperties.status.enum),
    search: { ...filterSchemas.part, description: 'Literal part of the slug or the name' },
  },
  item,
  toItem: (org: Org) => orgAnswer(org),
  errors: [],
  readFilters: ({ org, status, search }) => ({ org, status, search }),
  ...ofAllOrgs,
  find: ({ orgs }, { scope, filters, plan }) => orgs.search(scope, filters, plan),
});
