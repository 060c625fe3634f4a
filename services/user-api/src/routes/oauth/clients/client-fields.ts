import { clientSettings, readFields } from '@latchkey/contracts';
import { groupFields, text, type InferFields } from '@latchkey/http-server';
import { nameField } from '../../../accounts/name.ts';

export const clientIdField = { type: 'string', minLength: 1, maxLength: 256 } as const;

/** What a client's owner says of it. Source: contract part 2 "Clients". */
export const clientFields = groupFields('ClientFields', {
  name: { ...nameField, examples: ['Backup agent'] },
  type: { type: 'string', enum: ['public', 'confidential'] },
  token_endpoint_auth_method: {
    type: 'string',
    enum: ['none', 'basic', 'client_secret_basic', 'client_secret_post'],
    description:
      'none for a public client; client_secret_basic, also called basic, unless named for a confidential one',
  },
  ...clientSettings,
  org: { ...text, maxLength: 200, description: 'Id or slug of the org that owns it' },
});

/** The same in the words of the domain, but what a route may ask for. */
export function readClientFields(fields: InferFields<{ properties: typeof clientFields }>) {
  return {
    method: methodOf(fields.token_endpoint_auth_method),
    ...readFields(clientSettings, fields),
    org: fields.org,
  };
}

/** `basic` is another name of client_secret_basic. Source: contract part 2 "Clients". */
function methodOf(method: string | undefined): string | undefined {
  return method === 'basic' ? 'client_secret_basic' : method;
}
