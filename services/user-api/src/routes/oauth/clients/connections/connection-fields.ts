import { scopeForm } from '../../../../client/new-client.ts';
import { clientIdField } from '../client-fields.ts';

export const connectionFields = {
  source: { ...clientIdField, description: 'client_id of the app that may call' },
  target: { ...clientIdField, description: 'client_id of the app that may be called' },
  scopes: {
    type: 'array',
    minItems: 1,
    maxItems: 100,
    items: { type: 'string', minLength: 1, maxLength: 200, pattern: scopeForm.source },
    allowed: 'a list of scopes',
    description: 'What the calling app may use at the called one, within its token',
  },
} as const;
