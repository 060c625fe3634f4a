import { ApiError, ssoCalls } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import type { SsoContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import type { Consent } from '../../../oauth/consent/consents.ts';
import { revokeConsent } from '../../../oauth/consent/revoke-consent.ts';
import { answerSlice, readPlan } from './page-plan.ts';

/** user-api reads this to list a person's authorized clients. Source: contract part 2 "Guarded routes". */
export const consentsSearch = defineRoute({
  ...ssoCalls.searchConsents,
  summary: 'Lists the consents that a person gave to clients, newest first',
  access: callers('user-api'),
  errors: [],
  async handle({ consents, now }: SsoContext, input) {
    const { user_id: userId, plan, client_id: clientId, scope, status, search } = input;
    const filters = {
      ...(clientId === undefined ? {} : { clientId }),
      ...(scope === undefined ? {} : { scope }),
      ...(status === undefined ? {} : { state: status }),
      ...(search === undefined ? {} : { search }),
    };
    return answerSlice(await consents.search(userId, filters, readPlan(plan), now()), describeConsent);
  },
});

function describeConsent(found: Consent) {
  return {
    client: { id: found.clientId, name: found.clientName },
    scopes: [...found.scope],
    status: found.state,
    created_at: found.createdAt.toISOString(),
    last_used_at: found.lastUsedAt?.toISOString() ?? null,
    session_count: found.sessionCount,
  };
}

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
