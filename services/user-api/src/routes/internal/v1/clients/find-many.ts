import { clientSettings, userApiCalls, writeFields } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import type { ClientForSso } from '../../../../clients/client.ts';
import { registeredBy } from '../../../../clients/registered-by.ts';
import type { UserApiContext } from '../../../../context.ts';

/** What sso needs to authenticate clients and to decide what they may have: all that it asks about at one moment. */
export const findClients = defineRoute({
  ...userApiCalls.findClients,
  summary: 'Answers those of these clients that exist, and the hashes of their active secrets',
  access: callers('sso'),
  errors: [],
  async handle(context: UserApiContext, { client_ids: clientIds }) {
    const found = await context.clients.findForSso(clientIds, new Date(context.now()));
    return { clients: found.map(describeClient) };
  },
});

function describeClient(client: ClientForSso) {
  return {
    client_id: client.clientId,
    name: client.name,
    type: client.type,
    status: client.status,
    archived: client.archivedAt !== null,
    verified: client.verified,
    registered_by: registeredBy(client),
    token_endpoint_auth_method: client.tokenEndpointAuthMethod,
    secret_hashes: client.secretHashes,
    ...writeFields(clientSettings, client),
  };
}
