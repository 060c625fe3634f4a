import { ApiError } from '@latchkey/errors';
import type { ServiceClient } from '@latchkey/service-client';
import { readClient, readIssued, readRootSession, readStanding } from './read-answers.ts';
import { createRecent } from './recent.ts';
import type { UserApi } from './user-api.ts';

/** How long an answer may be used again. Source: contract part 1 "Device authorization". */
const keptMs = 5_000;

/** The client of user-api's internal routes. A record that it knows not is undefined; any other refusal is a 503. */
export function createUserApi(call: ServiceClient, now: () => number): UserApi {
  async function ask(name: string, body: Record<string, string | number>, traceparent: string) {
    const answer = await call({ path: `/internal/v1/${name}`, body, traceparent });
    if (answer.ok) return answer.data;
    if (answer.code === 'not_found') return undefined;
    throw unavailable(name, answer.code);
  }
  const unavailable = (name: string, code: string) =>
    new ApiError(
      { code: 'upstream_unavailable', message: 'user-api is not available' },
      { cause: new Error(`user-api refused ${name}: ${code}`) },
    );
  const clients = createRecent<ReturnType<typeof readClient>>({ keptMs, now, isKept: () => true });
  const standings = createRecent<ReturnType<typeof readStanding>>({
    keptMs,
    now,
    isKept: (standing) => standing?.isActive === true,
  });
  return {
    findClient: (clientId, traceparent) =>
      clients(clientId, async () =>
        readClient(await ask('clients/find', { client_id: clientId }, traceparent)),
      ),
    findStanding(userId, traceparent, of) {
      const load = async () => readStanding(await ask('accounts/standing', { user_id: userId }, traceparent));
      return of === 'now' ? load() : standings(userId, load);
    },
    viewRootSession: async (token, traceparent) =>
      readRootSession(await ask('root-sessions/view', { token }, traceparent)),
    async revokeRootSession(token, { ip, userAgent, traceparent }) {
      const body = { token, ip, user_agent: userAgent };
      return (await ask('root-sessions/revoke', body, traceparent))?.['revoked'] === true;
    },
    async issueCredential(relay, traceparent) {
      const answer = await call({ path: '/oauth/client_credentials/issue', body: { relay }, traceparent });
      if (answer.ok) return readIssued(answer.data);
      if (answer.code === 'forbidden') return undefined;
      throw unavailable('client_credentials/issue', answer.code);
    },
    async isSessionLive({ sid, sub, token_use, iat, org }, traceparent) {
      const body = { sid, sub, token_use, iat, ...(org === undefined ? {} : { org }) };
      return (await ask('sessions/view', body, traceparent))?.['active'] === true;
    },
  };
}
