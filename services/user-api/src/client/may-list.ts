import { identityScopes, isSameAudience } from '@latchkey/tokens';
import { assertOperatorPower } from '../session/operator-power.ts';
import type { Caller } from '../session/session.ts';
import type { ServiceAddresses } from './make-client.ts';
import type { ClientLists } from './new-client.ts';

const openGrants = ['device_code', 'refresh_token', 'client_credentials'];
const openScopes = [...identityScopes, 'account', 'clients'];

/**
 * Everybody may list the grants for devices and apps, the identity scopes, account and clients, and the two services as
 * audiences; the rest is for operators, unless the client holds it already. Throws forbidden, or insufficient_scope to
 * an operator without the scope admin, with the field. Source: contract part 0 "Scopes and rights".
 */
export function assertMayList(
  caller: Caller,
  services: ServiceAddresses,
  requested: ClientLists,
  held?: ClientLists,
): void {
  const isOpen = {
    grant_types: requested.grantTypes.every((name) =>
      [...openGrants, ...(held?.grantTypes ?? [])].includes(name),
    ),
    scopes: requested.scopes.every((name) => [...openScopes, ...(held?.scopes ?? [])].includes(name)),
    audiences: requested.audiences.every((name) =>
      [...services, ...(held?.audiences ?? [])].some((one) => isSameAudience(one, name)),
    ),
  };
  for (const [field, isFieldOpen] of Object.entries(isOpen))
    if (!isFieldOpen) assertOperatorPower(caller, { field });
}
