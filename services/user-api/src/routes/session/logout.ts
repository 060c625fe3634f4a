import { defineRoute } from '@latchkey/http-server';
import { personAccess } from '../../access/person-access.ts';
import type { UserApiContext } from '../../context.ts';
import { originOf } from '../../request-log/request-log.ts';
import { endDevice, endSession } from '../../session/end-sessions.ts';
import type { Caller } from '../../session/session.ts';

/** Source: contract part 2 "Also needed to be usable". */
export const sessionLogout = defineRoute({
  path: '/session/logout',
  summary: 'Ends the calling session, with its root when the same client opened it, or the calling device',
  access: personAccess,
  input: { properties: {} },
  output: { properties: { ended: { type: 'integer', description: 'Sessions that ended' } } },
  errors: [],
  async handle(context: UserApiContext, _input, caller, request) {
    const { session, account, claims } = caller;
    const event = { event: 'session.logout', userId: account.id, clientId: claims.client_id } as const;
    if (session.kind === 'device') {
      await endDevice(context, caller, event, originOf(request));
      return { ended: 1 };
    }
    const ended = await endSession(context, await highestOwn(context, caller), event, originOf(request));
    return { ended: ended.length };
  },
});

/**
 * The root of the calling session where the same client opened it, else the session. A member speaks for an org only,
 * and does not end the root of the person, who has other sessions from it.
 */
async function highestOwn(context: UserApiContext, { session, claims, member }: Caller): Promise<string> {
  const root = session.rootId && (await context.sessions.findLive(session.rootId, new Date(context.now())));
  const isOwnRoot = root && root.clientId === claims.client_id && root.orgId === (member?.orgId ?? null);
  return isOwnRoot ? root.id : session.id;
}
