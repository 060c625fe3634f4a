import { accountCalls, ApiError, consentStates, ssoCalls } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../access/account-access.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { endAtSso } from '../../../sessions/end-at-sso.ts';
import type { Consent } from '../../../sibling/sso-approvals.ts';
import { defineSearch } from '../../define-search.ts';
import { filterSchemas } from '../../filter-schemas.ts';
import { searchSpecs } from '../../search-specs.ts';

const { text, part, oneOf } = filterSchemas;

/** Passed through to sso, which keeps the consents; cursors are sealed here. */
export const consentsSearch = defineSearch({
  path: '/oauth/clients/authorized/search',
  summary: 'Lists the clients that the caller has authorized, newest first',
  family: 'oauth_clients',
  access: accountAccess,
  spec: searchSpecs.consents,
  fields: {
    client_id: text,
    scope: { ...text, description: 'One scope that the client was granted' },
    status: oneOf(...consentStates),
    search: { ...part, description: 'Literal part of the name or the client_id' },
  },
  item: ssoCalls.searchConsents.output.properties.items.items,
  toItem: (consent: Consent) => consent,
  errors: [],
  readFilters: ({ client_id, scope, status, search }) => ({ client_id, scope, status, search }),
  scopeOf: ({ account }) => account.id,
  bindScope: (user) => ({ user }),
  find: ({ sso }, { scope: userId, filters, plan, traceparent }) =>
    sso.searchConsents({ userId, filters, plan }, traceparent),
});

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
