import { personAccess } from '../../../../access/person-access.ts';
import { defineSearch } from '../../../define-search.ts';
import { readPeriod } from '../../../filter-schemas.ts';
import { byPerson, searchSpecs } from '../../../search-specs.ts';
import {
  listedSessionAnswer,
  listedSessionSchema,
  sessionFilterFields,
} from '../../../session/session-answer.ts';

/** A member token sees only the sessions that speak for its org. Source: contract part 2 "Guarded routes". */
export const ownSessionsSearch = defineSearch({
  path: '/account/me/session/search',
  summary: 'Lists the sessions of the caller, newest first',
  access: personAccess,
  spec: searchSpecs.ownSessions,
  fields: sessionFilterFields,
  item: listedSessionSchema,
  toItem: listedSessionAnswer,
  errors: [],
  readFilters: ({ status, kind, client_id: clientId, ...period }) => ({
    status,
    kind,
    clientId,
    ...readPeriod(period),
  }),
  ...byPerson,
  find: ({ sessions, now }, { scope, filters, plan }) =>
    sessions.search(scope, filters, { plan, now: new Date(now()) }),
});
