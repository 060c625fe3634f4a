import { ApiError } from '@latchkey/errors';
import { identityScopes, isSameAudience } from '@latchkey/tokens';

/**
 * A new id of a client: `c_` and 128 random bits in base64url. It can be none of the names that are reserved for the
 * services themselves: `latchkey-…`, `anonymous`, `system`. Source: contract part 5 "Scopes and rights".
 */
export function createClientId(randomBytes: (size: number) => Uint8Array): string {
  return `c_${Buffer.from(randomBytes(16)).toString('base64url')}`;
}

/** What the maker of a client names. A default that is left out is made of the lists. */
export interface WishedLists {
  readonly type: 'public' | 'confidential';
  readonly grantTypes: readonly string[];
  readonly scopes: readonly string[];
  readonly defaultScopes?: readonly string[] | undefined;
  readonly audiences: readonly string[];
  readonly defaultAudiences?: readonly string[] | undefined;
}

export type ClientLists = Required<Omit<WishedLists, 'type' | 'defaultScopes' | 'defaultAudiences'>> & {
  readonly defaultScopes: readonly string[];
  readonly defaultAudiences: readonly string[];
};

const deviceGrantUrn = 'urn:ietf:params:oauth:grant-type:device_code';
const confidentialGrants = ['relay', 'client_credentials'];

/**
 * The lists of a new client as they are stored. The default scopes are the identity scopes on its list: a right is one
 * of them only when it is named. The default audience is user-api alone. The URN name of the device grant becomes
 * device_code. Throws invalid_value with the field for a default that is not on its list, and for a public client with
 * a grant that needs a secret. Source: contract part 5 "Scopes and rights".
 */
export function settleClientLists(wished: WishedLists, userApiUrl: string): ClientLists {
  const grantTypes = unique(
    wished.grantTypes.map((name) => (name === deviceGrantUrn ? 'device_code' : name)),
  );
  const secretive = grantTypes.find((name) => confidentialGrants.includes(name));
  if (wished.type === 'public' && secretive !== undefined)
    throw refuse('grant_types', `A public client cannot have the grant ${secretive}`);
  const scopes = unique(wished.scopes);
  const audiences = unique(wished.audiences);
  const harmless = scopes.filter((name) => identityScopes.some((scope) => scope === name));
  const usual = audiences.filter((name) => isSameAudience(name, userApiUrl));
  return {
    grantTypes,
    scopes,
    audiences,
    defaultScopes: assertListed('default_scopes', wished.defaultScopes ?? harmless, scopes),
    defaultAudiences: assertListed('default_audiences', wished.defaultAudiences ?? usual, audiences),
  };
}

function assertListed(field: string, names: readonly string[], listed: readonly string[]): readonly string[] {
  const stray = names.find((name) => !listed.includes(name));
  if (stray !== undefined)
    throw refuse(field, `${field} may hold only what is on the client's list, and ${stray} is not`);
  return unique(names);
}

function refuse(field: string, message: string): ApiError {
  return new ApiError({ code: 'invalid_value', message }, { field });
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
