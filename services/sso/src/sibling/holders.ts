import {
  apiRecord,
  clientRecord,
  clientSettings,
  mostLookUps,
  readFields,
  standing,
  userApiCalls,
  type InferOutput,
} from '@latchkey/contracts';
import { gatherCalls } from '@latchkey/database';
import type { Api } from '../oauth/client/api.ts';
import type { Client, ClientAuthMethod } from '../oauth/client/client.ts';
import type { AskUserApi } from './ask-user-api.ts';
import type { Standing } from './standing.ts';

/** Several, so that a call that hangs does not stop the others. */
const callsAtOnce = 4;

/**
 * Looks up the accounts and the clients that hold tokens, and the APIs that tokens are for. What is asked for at the
 * same moment is sent to user-api in one call. Nothing is kept: an answer is never older than its question.
 */
export function createHolders(ask: AskUserApi) {
  return {
    findStanding: gatherLookUps(async (ids, traceparent) => {
      const found = await ask(userApiCalls.findStandings, { user_ids: ids }, traceparent);
      return new Map(found?.standings.map((one) => [one.user_id, readStanding(one)]));
    }),
    findClient: gatherLookUps(async (ids, traceparent) => {
      const found = await ask(userApiCalls.findClients, { client_ids: ids }, traceparent);
      return new Map(found?.clients.map((one) => [one.client_id, readClient(one)]));
    }),
    findApi: gatherLookUps(async (audiences, traceparent) => {
      const found = await ask(userApiCalls.findApis, { audiences }, traceparent);
      return new Map(found?.apis.map((one) => [one.audience, readApi(one)]));
    }),
  };
}

function gatherLookUps<Found>(
  findAll: (ids: readonly string[], traceparent: string) => Promise<ReadonlyMap<string, Found>>,
): (id: string, traceparent: string) => Promise<Found | undefined> {
  const find = gatherCalls<{ readonly id: string; readonly traceparent: string }, Found | undefined>({
    largest: mostLookUps,
    atOnce: callsAtOnce,
    async run(items) {
      const ids = [...new Set(items.map(({ id }) => id))];
      const found = await findAll(ids, items[0]?.traceparent ?? '');
      return items.map(({ id }) => found.get(id));
    },
  });
  return (id, traceparent) => find({ id, traceparent });
}

const authMethods: ReadonlyMap<string, ClientAuthMethod> = new Map([
  ['client_secret_post', 'client_secret_post'],
  ['client_secret_basic', 'client_secret_basic'],
  ['basic', 'client_secret_basic'],
  ['none', 'none'],
]);

/** A client whose authentication method sso does not know is treated as not active. */
function readClient(found: InferOutput<typeof clientRecord>): Client {
  const authMethod = authMethods.get(found.token_endpoint_auth_method);
  return {
    clientId: found.client_id,
    name: found.name,
    registeredBy: found.registered_by,
    isVerified: found.verified,
    isActive: found.status === 'active' && !found.archived && authMethod !== undefined,
    authMethod: authMethod ?? 'none',
    secretHashes: found.secret_hashes,
    ...readFields(clientSettings, found),
  };
}

function readApi({ client_id: clientId, ...api }: InferOutput<typeof apiRecord>): Api {
  return { ...api, clientId };
}

function readStanding(found: InferOutput<typeof standing>): Standing {
  const { kept_family_id: keptFamilyId, kept_valid_after: keptValidAfter } = found;
  return {
    userId: found.user_id,
    email: found.email,
    isEmailVerified: found.email_verified,
    name: found.name,
    kind: found.kind,
    isActive: found.active,
    deviceSignIn: found.device_sign_in,
    groups: found.groups,
    tokensValidAfterMs: found.tokens_valid_after === null ? 0 : Date.parse(found.tokens_valid_after),
    ...(keptFamilyId === null ? {} : { keptFamilyId }),
    ...(keptValidAfter === null ? {} : { keptValidAfterMs: Date.parse(keptValidAfter) }),
  };
}
