import { accountCalls, ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../../access/account-access.ts';
import type { UserApiContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';
import { originOf } from '../../../../request-log/request-log.ts';
import { endAtSso } from '../../../../session/end-at-sso.ts';

/** Source: contract part 2 "Also needed to be usable". */
export const consentRevoke = defineRoute({
  ...accountCalls.revokeApp,
  summary: 'Takes back what the caller has granted to a client, and ends its devices',
  family: 'oauth_clients',
  access: accountAccess,
  errors: [errors.notFound],
  async handle(context: UserApiContext, { client_id: clientId }, { account }, request) {
    const event = { event: 'consent.revoke', userId: account.id, clientId } as const;
    const consent = await endAtSso(context, event, originOf(request), () =>
      context.sso.revokeConsent(account.id, clientId, request.traceparent),
    );
    if (consent === undefined) throw new ApiError(errors.notFound, { field: 'client_id' });
    return { revoked: consent.revoked, ended: consent.families };
  },
});
