import { identityScopes } from '@latchkey/tokens';
import type { Client } from './client.ts';
import { settleClientLists } from './new-client.ts';

/** What an operator says about a new client. */
export interface ClientWish {
  readonly name: string;
  readonly method: 'none' | 'client_secret_basic' | 'client_secret_post';
  readonly grantTypes: readonly string[] | undefined;
  readonly scopes: readonly string[] | undefined;
  readonly defaultScopes: readonly string[] | undefined;
  readonly audiences: readonly string[] | undefined;
  readonly defaultAudiences: readonly string[] | undefined;
}

interface ClientRecord extends Pick<Client, 'clientId' | 'ownerKind' | 'ownerId'> {
  /** Public addresses of user-api and drop. */
  readonly services: readonly [userApi: string, drop: string];
  readonly now: Date;
}

/**
 * The client of a wish. Left out, it is for devices, may ask for the identity scopes and for both services, and its
 * tokens are for user-api. Throws invalid_value for lists that no client may have.
 */
export function makeClient(wish: ClientWish, { services, now, ...record }: ClientRecord): Client {
  const { name, method, defaultScopes, defaultAudiences } = wish;
  const {
    grantTypes = ['device_code', 'refresh_token'],
    scopes = identityScopes,
    audiences = services,
  } = wish;
  const type = method === 'none' ? 'public' : 'confidential';
  const lists = { type, grantTypes, scopes, defaultScopes, audiences, defaultAudiences } as const;
  return {
    ...record,
    ...settleClientLists(lists, services[0]),
    name,
    type,
    status: 'active',
    archivedAt: null,
    tokenEndpointAuthMethod: method,
    deviceCodeTtlSeconds: null,
    pollIntervalSeconds: null,
    secretRotatedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

const grants = ['device_code', 'refresh_token', 'client_credentials', 'relay'];
/** RFC 6749 3.3. */
const scopeForm = /^[\x21\x23-\x5B\x5D-\x7E]+$/;

/** What is wrong with the words in a client's lists, as a sentence; undefined when nothing is. */
export function findClientFault({
  grantTypes,
  scopes,
  audiences,
  defaultAudiences,
}: Client): string | undefined {
  if (grantTypes.length === 0 || grantTypes.some((grant) => !grants.includes(grant)))
    return `--grants takes ${grants.join(', ')}.`;
  const badScope = scopes.find((scope) => !scopeForm.test(scope));
  if (badScope !== undefined) return `--scopes: ${badScope} is no scope.`;
  if (audiences.length === 0 || audiences.some((audience) => !URL.canParse(audience)))
    return '--audiences takes addresses.';
  if (defaultAudiences.length === 0)
    return '--default-audiences is needed where --audiences does not hold the address of user-api.';
  return undefined;
}

/**
 * The public client of the command `latchkey`. It gets account, clients and admin only where it asks for them by name.
 * Source: contract part 6 "First operator".
 */
export function makeCliClient(ownerId: string, services: ClientRecord['services'], now: Date): Client {
  const wish: ClientWish = {
    name: 'Latchkey command line',
    method: 'none',
    grantTypes: undefined,
    scopes: [...identityScopes, 'account', 'clients', 'admin'],
    defaultScopes: undefined,
    audiences: undefined,
    defaultAudiences: services,
  };
  return makeClient(wish, { clientId: 'latchkey-cli', ownerKind: 'user', ownerId, services, now });
}
