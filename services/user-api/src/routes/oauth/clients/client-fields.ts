import { devicePolicies, refreshBindings } from '@latchkey/contracts';
import { text, type InferFields } from '@latchkey/http-server';
import { nameField } from '../../../account/name.ts';

/** A list of words; in a form or query also as one text with spaces between them. */
const words = (maxItems: number) =>
  ({ type: 'array', maxItems, items: { type: 'string', minLength: 1, maxLength: 200 } }) as const;

export const clientIdField = { type: 'string', minLength: 1, maxLength: 256 } as const;

/** What a client's owner says of it. Source: contract part 2 "Clients". */
export const clientFields = {
  name: { ...nameField, examples: ['Backup agent'] },
  type: { type: 'string', enum: ['public', 'confidential'] },
  token_endpoint_auth_method: {
    type: 'string',
    enum: ['none', 'basic', 'client_secret_basic', 'client_secret_post'],
    description:
      'none for a public client; client_secret_basic, also called basic, unless named for a confidential one',
  },
  grant_types: words(10),
  scopes: words(100),
  default_scopes: { ...words(100), description: 'Those of a request that names none, among scopes' },
  audiences: { ...words(20), description: 'Addresses that its tokens may be for' },
  default_audiences: { ...words(20), description: 'Those of a request that names none, among audiences' },
  device_policy: {
    type: 'string',
    enum: devicePolicies,
    description:
      'Where its devices may be approved: any; with a code that is typed; that, and in the network of the device',
  },
  refresh_binding: {
    type: 'string',
    enum: refreshBindings,
    description:
      'optional: it may refresh without binding_chain and binding_link where it authenticates, or where its tokens are bound to a key',
  },
  device_code_ttl_seconds: {
    type: ['integer', 'null'],
    minimum: 60,
    maximum: 1800,
    description: 'How long its device codes live; null for the usual time',
  },
  poll_interval_seconds: {
    type: ['integer', 'null'],
    minimum: 1,
    maximum: 30,
    description: 'The least time between its polls; null for the usual one',
  },
  vouches: {
    ...words(100),
    description: 'Set by operators: domains whose addresses it may vouch for at a signup, or *',
  },
  introspects: { type: 'boolean', description: 'Set by operators: it may ask about any access token' },
  names_visitors: {
    type: 'boolean',
    description: 'Set by operators: it may name visitor_ip at /device_authorization and /relay',
  },
  org: { ...text, maxLength: 200, description: 'Id or slug of the org that owns it' },
} as const;

/** The same in the words of the domain, but what a route may ask for. */
export function readClientFields(fields: InferFields<{ properties: typeof clientFields }>) {
  return {
    method: methodOf(fields.token_endpoint_auth_method),
    grantTypes: fields.grant_types,
    scopes: fields.scopes,
    defaultScopes: fields.default_scopes,
    audiences: fields.audiences,
    defaultAudiences: fields.default_audiences,
    devicePolicy: fields.device_policy,
    refreshBinding: fields.refresh_binding,
    deviceCodeTtlSeconds: fields.device_code_ttl_seconds,
    pollIntervalSeconds: fields.poll_interval_seconds,
    vouches: fields.vouches,
    introspects: fields.introspects,
    namesVisitors: fields.names_visitors,
    org: fields.org,
  };
}

/** `basic` is another name of client_secret_basic. Source: contract part 2 "Clients". */
function methodOf(method: string | undefined): string | undefined {
  return method === 'basic' ? 'client_secret_basic' : method;
}
