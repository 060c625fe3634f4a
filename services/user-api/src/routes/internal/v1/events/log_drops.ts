import { isUuid, userApiCalls } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import type { UserApiContext } from '../../../../context.ts';
import { createEntry } from '../../../../request-log/log-event.ts';
import { isLoggable } from '../../../../request-log/loggable.ts';

/** drop sends what happened to drops. Source: contract part 2 "For drop". */
export const logEventsOfDrop = defineRoute({
  ...userApiCalls.logDropEvents,
  summary: 'Puts events of drops into the request log, each once however often it is sent',
  access: callers('drop'),
  errors: [],
  async handle(context: UserApiContext, { events }) {
    const entries = events.map(({ id, type, created_at, owner, notify = false, kind, label }) => {
      const details = { ...(kind !== undefined && { kind }), ...(label !== undefined && { label }) };
      const ports = { ...context, sendsMail: context.sendsMail && notify };
      const event = { event: type, ...readOwner(owner), ...(notify && { details }) };
      const entry = createEntry(ports, event, { ip: '', userAgent: '' });
      return { ...entry, id, createdAt: new Date(created_at) };
    });
    const fitting = entries.filter((entry) => isLoggable(entry, context.now()));
    return { logged: fitting.length === 0 ? 0 : await context.requestLog.addMissing(fitting) };
  },
});

/** Whose drop it is: a person's, a person's in an org, or an app's. Source: contract part 3 "Who". */
function readOwner(owner: string) {
  const [first = '', userId] = owner.split(':');
  if (userId !== undefined) return { orgId: first, userId };
  return isUuid(owner) ? { userId: owner } : { clientId: owner };
}
