import { ApiError } from '@latchkey/errors';
import { defineRoute, serviceAccess } from '@latchkey/http-server';
import type { UserApiContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';

const text = { type: 'string' } as const;
const texts = { type: 'array', items: text } as const;

/** What sso needs to authenticate a client and to grant it anything. */
export const findClient = defineRoute({
  path: '/internal/v1/clients/find',
  summary: 'Answers a client and the hashes of its live secrets',
  access: serviceAccess,
  input: { properties: { client_id: text }, required: ['client_id'] },
  output: {
    properties: {
      client_id: text,
      name: text,
      type: { type: 'string', enum: ['public', 'confidential'] },
      status: { type: 'string', enum: ['active', 'inactive'] },
      archived: { type: 'boolean' },
      grant_types: texts,
      scopes: texts,
      default_scopes: texts,
      audiences: texts,
      default_audiences: texts,
      token_endpoint_auth_method: text,
      secret_hashes: texts,
      device_code_ttl_seconds: { type: ['integer', 'null'] },
      poll_interval_seconds: { type: ['integer', 'null'] },
    },
    required: [
      'client_id',
      'name',
      'type',
      'status',
      'archived',
      'grant_types',
      'scopes',
      'default_scopes',
      'audiences',
      'default_audiences',
      'token_endpoint_auth_method',
      'secret_hashes',
      'device_code_ttl_seconds',
      'poll_interval_seconds',
    ],
  },
  errors: [errors.notFound],
  async handle(context: UserApiContext, input) {
    const found = await context.clients.find(input.client_id, new Date(context.now()));
    if (found === undefined) throw new ApiError(errors.notFound, { field: 'client_id' });
    const { client, secretHashes } = found;
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
      secret_hashes: secretHashes,
      device_code_ttl_seconds: client.deviceCodeTtlSeconds,
      poll_interval_seconds: client.pollIntervalSeconds,
    };
  },
});
