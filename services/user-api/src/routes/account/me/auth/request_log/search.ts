import { personAccess } from '../../../../../access/person-access.ts';
import { defineSearch } from '../../../../define-search.ts';
import { logFilterFields, ownEntryAnswer, ownEntrySchema, readLogFilters } from '../../../../log-answer.ts';
import { byPerson, searchSpecs } from '../../../../search-specs.ts';

export const ownLogSearch = defineSearch({
  path: '/account/me/auth/request_log/search',
  summary: 'Lists what happened to the account of the caller, newest first',
  access: personAccess,
  spec: searchSpecs.ownLog,
  fields: logFilterFields,
  item: ownEntrySchema,
  toItem: ownEntryAnswer,
  errors: [],
  readFilters: readLogFilters,
  ...byPerson,
  find: ({ requestLog }, { scope, filters, plan }) => requestLog.search(scope, filters, plan),
});
