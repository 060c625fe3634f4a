import { userApiCalls } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import type { UserApiContext } from '../../../../context.ts';
import { createEntry } from '../../../../request-log/log-event.ts';
import { isLoggable } from '../../../../request-log/loggable.ts';

/** drop sends what happened to the drops of people who want to know. Source: contract part 2 "For drop". */
export const logEventsOfDrop = defineRoute({
  ...userApiCalls.logDropEvents,
  summary: 'Puts events of drops into the request log, which mails them, each once however often it is sent',
  access: callers('drop'),
  errors: [],
  async handle(context: UserApiContext, { events }) {
    const entries = events.map(({ id, type, created_at, user_id: userId, kind, label }) => {
      const details = { ...(kind !== undefined && { kind }), ...(label !== undefined && { label }) };
      const entry = createEntry(context, { event: type, userId, details }, { ip: '', userAgent: '' });
      return { ...entry, id, createdAt: new Date(created_at) };
    });
    const fitting = entries.filter((entry) => isLoggable(entry, context.now()));
    return { logged: fitting.length === 0 ? 0 : await context.requestLog.addMissing(fitting) };
  },
});
