import { clientSettings, givenFields, usualSettings, type ClientSettings } from '@latchkey/contracts';
import { identityScopes, rightScopes } from '@latchkey/tokens';
import { settleFlags } from './client-flags.ts';
import { installation, type Client } from './client.ts';
import { assertName } from './name-keys.ts';
import { settleClientLists, settleMethod, settleRedirects } from './new-client.ts';

export interface RequestedClient extends RequestedSettings {
  readonly name: string;
  readonly type: Client['type'];
  readonly method?: string | undefined;
}

type RequestedSettings = { readonly [Name in keyof ClientSettings]?: ClientSettings[Name] | undefined };

/** The public addresses of user-api and drop. */
export type ServiceAddresses = readonly [userApi: string, drop: string];

interface ClientRecord extends Pick<Client, 'clientId' | 'ownerKind' | 'ownerId'> {
  readonly services: ServiceAddresses;
  readonly now: Date;
}

/**
 * The client that is requested. Without lists of its own it is for devices, may ask for the identity scopes and for both
 * services, and its tokens are for user-api. Throws invalid_value for what no client may have.
 */
export function makeClient(requested: RequestedClient, { services, now, ...record }: ClientRecord): Client {
  const { name, type, method, defaultScopes, defaultAudiences } = requested;
  const {
    grantTypes = ['device_code', 'refresh_token'],
    scopes = identityScopes,
    audiences = services,
  } = requested;
  const lists = { grantTypes, scopes, defaultScopes, audiences, defaultAudiences };
  assertName(name);
  const settings = { ...usualSettings, ...givenFields(clientSettings, requested) };
  return {
    ...record,
    verified: false,
    ...settings,
    ...settleClientLists(type, lists, services[0]),
    ...settleRedirects(type, settings),
    ...settleFlags(type, requested),
    name,
    type,
    status: 'active',
    archivedAt: null,
    tokenEndpointAuthMethod: settleMethod(type, method),
    secretRotatedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

export const cliClientId = 'latchkey-cli';

/**
 * The public client of the command `latchkey`, which belongs to the installation. It gets a right only where it asks for it by name.
 * Source: contract part 5 "First operator".
 */
export function makeCliClient(services: ServiceAddresses, now: Date): Client {
  const requested: RequestedClient = {
    name: 'Latchkey command line',
    type: 'public',
    grantTypes: ['authorization_code', 'device_code', 'refresh_token'],
    redirectUris: ['http://127.0.0.1/callback'],
    scopes: [...identityScopes, ...rightScopes],
    defaultAudiences: services,
  };
  return makeClient(requested, { clientId: cliClientId, ...installation, services, now });
}
