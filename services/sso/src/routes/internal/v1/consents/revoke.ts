import { ApiError } from '@latchkey/errors';
import { defineRoute, serviceAccess } from '@latchkey/http-server';
import { revokeConsent } from '../../../../consent/revoke-consent.ts';
import type { SsoContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';

const text = { type: 'string' } as const;

/** Source: contract part 2 "Also needed to be usable" (/oauth/clients/authorized/revoke) and "Settled details". */
export const consentsRevoke = defineRoute({
  path: '/internal/v1/consents/revoke',
  summary: 'Takes a consent back and ends what it gave',
  access: serviceAccess,
  input: { properties: { user_id: text, client_id: text }, required: ['user_id', 'client_id'] },
  output: {
    properties: { revoked: { type: 'boolean' }, families: { type: 'integer' } },
    required: ['revoked', 'families'],
  },
  errors: [errors.consentUnknown],
  async handle(context: SsoContext, { user_id: userId, client_id: clientId }) {
    const { revoked, families } = await revokeConsent(context, userId, clientId);
    if (!revoked && families === 0) throw new ApiError(errors.consentUnknown, { field: 'client_id' });
    return { revoked: true, families };
  },
});
