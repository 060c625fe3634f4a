import { operatorAccess } from '../../../access/operator-access.ts';
import { spellAudience } from '../../../api/settle-api.ts';
import { defineSearch } from '../../define-search.ts';
import { filterSchemas } from '../../filter-schemas.ts';
import { searchSpecs } from '../../search-specs.ts';
import { apiAnswer, apiSchema } from './api-answer.ts';

/** Source: contract part 2 "APIs". */
export const adminApiSearch = defineSearch({
  path: '/admin/api/search',
  summary: 'Lists the registered APIs, newest first',
  access: operatorAccess,
  spec: searchSpecs.apis,
  fields: {
    audience: { ...filterSchemas.text, description: 'Exact, in any spelling' },
    archived: { ...filterSchemas.flag, description: 'true shows archived APIs only' },
  },
  item: apiSchema,
  toItem: apiAnswer,
  errors: [],
  readFilters: ({ audience, archived = false }) => ({
    audience: audience === undefined ? undefined : spellAudience(audience),
    archived,
  }),
  scopeOf: () => null,
  bindScope: () => ({}),
  find: ({ apis }, { filters, plan }) => apis.search(filters, plan),
});
