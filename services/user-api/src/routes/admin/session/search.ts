import { operatorAccess } from '../../../access/operator-access.ts';
import { shownEmail } from '../../../account/account.ts';
import type { ListedSession } from '../../../session/session-list.ts';
import type { Caller } from '../../../session/session.ts';
import { defineSearch } from '../../define-search.ts';
import { filterSchemas, readAddress, readPeriod } from '../../filter-schemas.ts';
import { userReference } from '../../references.ts';
import { searchSpecs } from '../../search-specs.ts';
import {
  listedSessionAnswer,
  listedSessionSchema,
  sessionFilterFields,
} from '../../session/session-answer.ts';

const { text, part, uuid } = filterSchemas;

const item = {
  ...listedSessionSchema,
  title: 'SessionOfUser',
  properties: { ...listedSessionSchema.properties, user: userReference },
} as const;

/** Source: contract part 2 "Guarded routes". */
export const adminSessionSearch = defineSearch({
  path: '/admin/session/search',
  summary: 'Lists the sessions of all users, newest first',
  access: operatorAccess,
  spec: searchSpecs.sessions,
  fields: {
    ...sessionFilterFields,
    user_id: uuid,
    org: { ...text, description: 'Id or slug' },
    ip: { ...text, description: 'Address, in any spelling' },
    search: { ...part, description: 'Literal part of the email or the name of the user' },
  },
  item,
  toItem: (session: ListedSession, caller: Caller) => ({
    ...listedSessionAnswer(session, caller),
    user: { id: session.userId, email: shownEmail(session.email) },
  }),
  errors: [],
  readFilters: ({ status, kind, client_id: clientId, user_id: userId, org, ip, search, ...period }) => ({
    status,
    kind,
    clientId,
    userId: userId?.toLowerCase(),
    org,
    ip: readAddress(ip),
    search,
    ...readPeriod(period),
  }),
  scopeOf: () => ({ all: true as const }),
  bindScope: () => ({}),
  find: ({ sessions, now }, { scope, filters, plan }) =>
    sessions.search(scope, filters, { plan, now: new Date(now()) }),
});
