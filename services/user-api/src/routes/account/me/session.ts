import { accountCalls, ApiError, isUuid } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { personAccess } from '../../../access/person-access.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { createEntry } from '../../../request-log/log-event.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { endOtherSignIns } from '../../../sessions/end-sessions.ts';
import { defineSearch } from '../../define-search.ts';
import { readPeriod } from '../../filter-schemas.ts';
import { byPerson, searchSpecs } from '../../search-specs.ts';
import {
  listedSessionAnswer,
  listedSessionSchema,
  sessionFilterFields,
} from '../../session/session-answer.ts';

/** Source: contract part 2 "Also needed to be usable". */
export const accountSessionRevoke = defineRoute({
  ...accountCalls.revokeSession,
  summary: 'Ends one session of the caller, and its children; a member ends only sessions of the org',
  access: personAccess,
  errors: [errors.notFound],
  async handle(context: UserApiContext, { session_id: sessionId }, { account, member }, request) {
    const owner = isUuid(sessionId) ? await context.sessions.findOwner(sessionId) : undefined;
    const isOwn = owner?.userId === account.id && (member === null || owner.orgId === member.orgId);
    if (!isOwn) throw new ApiError(errors.notFound, { field: 'session_id' });
    const event = { event: 'session.revoke', userId: account.id } as const;
    const ended = await context.sessions.revoke(sessionId, createEntry(context, event, originOf(request)));
    return { ended: ended.length };
  },
});

/** Source: contract part 2 "Also needed to be usable". */
export const accountSessionRevokeOthers = defineRoute({
  ...accountCalls.revokeOtherSessions,
  summary:
    'Ends all sessions and devices of the caller but the calling one; for a member, sessions of the org',
  access: personAccess,
  errors: [],
  async handle(context: UserApiContext, _input, caller, request) {
    return { ended: await endOtherSignIns(context, caller, originOf(request)) };
  },
});

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
