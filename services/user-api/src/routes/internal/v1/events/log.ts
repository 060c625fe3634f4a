import { userApiCalls } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import type { UserApiContext } from '../../../../context.ts';
import { createEntry } from '../../../../request-log/log-event.ts';
import { isLoggable } from '../../../../request-log/loggable.ts';
import { isApproval, markNewDevices } from '../../../../request-log/notice.ts';

const detailNames = ['request_ip', 'browser_ip', 'pickup_ip', 'scope', 'device_name', 'road'] as const;

/** sso sends what happened on its page. */
export const logEventsOfSso = defineRoute({
  ...userApiCalls.logEvents,
  summary: 'Puts events of sso into the request log, each once however often it is sent',
  access: callers('sso'),
  errors: [],
  async handle(context: UserApiContext, { events }) {
    const entries = events.map(({ id, type, created_at, ...facts }) => {
      const { user_id: userId, client_id: clientId, browser_ip: ip, user_agent: userAgent = '' } = facts;
      // Of what was given the reason is a fact, and not why it failed.
      const isGiven = type === 'admin.granted';
      const code = isGiven ? null : (facts.reason ?? null);
      const names = isGiven ? ([...detailNames, 'reason'] as const) : detailNames;
      const given = names.flatMap((name) => (facts[name] === undefined ? [] : [[name, facts[name]]]));
      const details = Object.fromEntries(given) as Record<string, string>;
      const event = { event: type, code, userId, clientId, details } as const;
      const createdAt = new Date(created_at);
      return { ...createEntry(context, event, { ip, userAgent }), id, createdAt };
    });
    const fitting = entries.filter((entry) => isLoggable(entry, context.now()));
    if (fitting.length === 0) return { logged: 0 };
    const approved = fitting.filter(isApproval);
    await context.clients.markTokens(approved.flatMap(({ clientId }) => clientId ?? []));
    return { logged: await context.requestLog.addMissing(await markNewDevices(context, fitting)) };
  },
});
