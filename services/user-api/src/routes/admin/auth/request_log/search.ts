import { operatorAccess } from '../../../../access/operator-access.ts';
import { defineSearch } from '../../../define-search.ts';
import { filterSchemas } from '../../../filter-schemas.ts';
import { entryAnswer, entrySchema, logFilterFields, readLogFilters } from '../../../log-answer.ts';
import { searchSpecs } from '../../../search-specs.ts';

const { uuid, text, part } = filterSchemas;

export const adminLogSearch = defineSearch({
  path: '/admin/auth/request_log/search',
  summary: 'Lists what happened to all accounts, newest first',
  access: operatorAccess,
  spec: searchSpecs.log,
  fields: {
    ...logFilterFields,
    user_id: uuid,
    org: { ...text, description: 'Id or slug' },
    search: { ...part, description: "Literal part of the person's email" },
  },
  item: entrySchema,
  toItem: entryAnswer,
  errors: [],
  readFilters: ({ user_id: userId, org, search, ...fields }) => ({
    ...readLogFilters(fields),
    userId: userId?.toLowerCase(),
    org,
    search,
  }),
  scopeOf: () => ({ all: true as const }),
  bindScope: () => ({}),
  find: ({ requestLog }, { scope, filters, plan }) => requestLog.search(scope, filters, plan),
});
