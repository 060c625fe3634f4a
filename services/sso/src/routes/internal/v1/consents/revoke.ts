import { ApiError, ssoCalls } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import { revokeConsent } from '../../../../consent/revoke-consent.ts';
import type { SsoContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';

/** Source: contract part 2 "Also needed to be usable" (/oauth/clients/authorized/revoke). */
export const consentsRevoke = defineRoute({
  ...ssoCalls.revokeConsent,
  summary: 'Revokes a consent with its refresh families and codes',
  access: callers('user-api'),
  errors: [errors.consentUnknown],
  async handle(context: SsoContext, { user_id: userId, client_id: clientId }) {
    const answer = await revokeConsent(context, userId, clientId);
    if (answer === undefined) throw new ApiError(errors.consentUnknown, { field: 'client_id' });
    return answer;
  },
});
