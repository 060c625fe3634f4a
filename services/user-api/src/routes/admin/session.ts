import { ApiError, isUuid } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { operatorAccess } from '../../access/operator-access.ts';
import { shownEmail } from '../../accounts/account.ts';
import { findManageable } from '../../accounts/find-manageable.ts';
import type { UserApiContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { createEntry } from '../../request-log/log-event.ts';
import { originOf } from '../../request-log/request-log.ts';
import type { ListedSession } from '../../sessions/session-list.ts';
import type { Caller } from '../../sessions/session.ts';
import { defineSearch } from '../define-search.ts';
import { filterSchemas, readAddress, readPeriod } from '../filter-schemas.ts';
import { userReference } from '../references.ts';
import { searchSpecs } from '../search-specs.ts';
import { listedSessionAnswer, listedSessionSchema, sessionFilterFields } from '../session/session-answer.ts';

/** Source: contract part 2 "Also needed to be usable". */
export const adminSessionRevoke = defineRoute({
  path: '/admin/session/revoke',
  summary: 'Ends a session of an account that the caller may manage, and its children',
  access: operatorAccess,
  input: { properties: { session_id: { type: 'string' } }, required: ['session_id'] },
  output: { properties: { ended: { type: 'integer' } } },
  errors: [errors.notFound],
  async handle(context: UserApiContext, { session_id: sessionId }, caller, request) {
    const owner = isUuid(sessionId) ? await context.sessions.findOwner(sessionId) : undefined;
    if (owner === undefined) throw new ApiError(errors.notFound, { field: 'session_id' });
    await findManageable(context.accounts, caller.account, owner.userId, 'session_id');
    const change = { userId: owner.userId, actorId: caller.account.id };
    const event = { event: 'admin.session.revoke', ...change } as const;
    const ended = await context.sessions.revoke(sessionId, createEntry(context, event, originOf(request)));
    return { ended: ended.length };
  },
});

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
