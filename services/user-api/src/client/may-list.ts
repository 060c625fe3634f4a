import { identityScopes, isSameAudience } from '@latchkey/tokens';
import { assertOperatorPower } from '../session/operator-power.ts';
import type { Caller } from '../session/session.ts';
import type { ServiceAddresses } from './make-client.ts';
import type { ClientLists } from './new-client.ts';

const openGrants = ['device_code', 'refresh_token', 'client_credentials'];
const openScopes = [...identityScopes, 'account', 'clients', 'orgs'];

/**
 * Everybody may list the grants for devices and apps, the identity scopes, account, clients and orgs, and the two
 * services as audiences, and make them defaults; the rest is for operators, unless the client holds it there already. Answers whether
 * it took an operator's power. Throws forbidden, or insufficient_scope to an operator without the scope admin, with the
 * field. Source: contract part 0 "Scopes and rights".
 */
export function assertMayList(
  caller: Caller,
  services: ServiceAddresses,
  requested: ClientLists,
  held?: ClientLists,
): boolean {
  const fields = {
    grant_types: ['grantTypes', openGrants],
    scopes: ['scopes', openScopes],
    default_scopes: ['defaultScopes', openScopes],
    audiences: ['audiences', services],
    default_audiences: ['defaultAudiences', services],
  } as const;
  const closed = Object.entries(fields).find(([, [list, open]]) => {
    const allowed = [...open, ...(held?.[list] ?? [])];
    return !requested[list].every((name) => allowed.some((one) => isSameAudience(one, name)));
  });
  if (closed !== undefined) assertOperatorPower(caller, { field: closed[0] });
  return closed !== undefined;
}
