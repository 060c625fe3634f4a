import { ApiError } from '@latchkey/contracts';
import { errors, nameCause } from '../../errors.ts';
import type { Client } from './client.ts';

/** What only a client with a secret may have, whatever its list says. Source: contract part 0 "Scopes and rights". */
const confidentialGrants = ['client_credentials', 'relay'];

/** Throws unauthorized_client unless the client may use the grant. Source: contract part 1 "Errors". */
export function assertGrantAllowed(client: Client, grantType: string): void {
  if (client.authMethod === 'none' && confidentialGrants.includes(grantType))
    throw new ApiError(nameCause(errors.unauthorizedClient, `a public client may not use ${grantType}`));
  if (!client.grantTypes.includes(grantType))
    throw new ApiError(
      nameCause(errors.unauthorizedClient, `the grant_types of this client do not have ${grantType}`),
    );
}
