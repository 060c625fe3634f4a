import { userApiCalls } from '@latchkey/contracts';
import { ApiError } from '@latchkey/errors';
import { callers, defineRoute } from '@latchkey/http-server';
import type { UserApiContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';

/** What sso needs to know to authenticate a client and to decide what it may have. */
export const findClient = defineRoute({
  ...userApiCalls.findClient,
  summary: 'Answers a client and the hashes of its active secrets',
  access: callers('sso'),
  errors: [errors.notFound],
  async handle(context: UserApiContext, input) {
    const found = await context.clients.find(input.client_id, new Date(context.now()));
    if (found === undefined) throw new ApiError(errors.notFound, { field: 'client_id' });
    const { client, secrets } = found;
    return {
      client_id: client.clientId,
      name: client.name,
      type: client.type,
      status: client.status,
      archived: client.archivedAt !== null,
      grant_types: [...client.grantTypes],
      scopes: [...client.scopes],
      default_scopes: [...client.defaultScopes],
      audiences: [...client.audiences],
      default_audiences: [...client.defaultAudiences],
      token_endpoint_auth_method: client.tokenEndpointAuthMethod,
      secret_hashes: secrets.map(({ hash }) => hash),
      device_code_ttl_seconds: client.deviceCodeTtlSeconds,
      poll_interval_seconds: client.pollIntervalSeconds,
    };
  },
});
