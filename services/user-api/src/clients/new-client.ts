import { ApiError, redirectFault, type ErrorSpec } from '@latchkey/contracts';
import { identityScopes, isSameAudience, rightScopes } from '@latchkey/tokens';
import { errors } from '../errors.ts';
import type { Client } from './client.ts';

/**
 * A new id of a client: `c_` and 128 random bits in base64url. It can be none of the names that are reserved for the
 * services themselves: `latchkey-…`, `anonymous`, `system`. Source: contract part 2 "Clients".
 */
export function createClientId(randomBytes: (size: number) => Uint8Array): string {
  return `c_${Buffer.from(randomBytes(16)).toString('base64url')}`;
}

type Type = Client['type'];

/** What {@link settleMethod}, {@link settleClientLists}, {@link settleRedirects} and a name throw. */
export const clientRuleErrors = [
  errors.clientNameUnseen,
  errors.clientNameOwn,
  errors.clientMethod,
  errors.clientGrants,
  errors.clientScope,
  errors.clientAudiences,
  errors.clientDefault,
  errors.clientDefaultAudience,
  errors.clientRedirect,
];

/** The usual one first. */
const methods: Readonly<Record<Type, readonly string[]>> = {
  public: ['none'],
  confidential: ['client_secret_basic', 'client_secret_post'],
};

/** How a client of a type shows who it is to sso. Throws invalid_value for a method of no such client. */
export function settleMethod(type: Type, requested?: string): string {
  const method = methods[type].find((one) => requested === undefined || one === requested);
  const message = `The method of a ${type} client is ${methods[type].join(' or ')}`;
  if (method === undefined) throw refuse('token_endpoint_auth_method', errors.clientMethod, message);
  return method;
}

/** What the maker of a client names. A default that is left out is made of the lists. */
export interface RequestedLists {
  readonly grantTypes: readonly string[];
  readonly scopes: readonly string[];
  readonly defaultScopes?: readonly string[] | undefined;
  readonly audiences: readonly string[];
  readonly defaultAudiences?: readonly string[] | undefined;
}

export type ClientLists = Pick<
  Client,
  'grantTypes' | 'scopes' | 'defaultScopes' | 'audiences' | 'defaultAudiences'
>;

const deviceGrantUrn = 'urn:ietf:params:oauth:grant-type:device_code';
const confidentialGrants = ['relay', 'client_credentials'];
const grants = ['authorization_code', 'device_code', 'refresh_token', ...confidentialGrants];
/** RFC 6749 3.3. */
export const scopeForm = /^[\x21\x23-\x5B\x5D-\x7E]+$/;

/**
 * The lists of a client of a type as they are stored. The default scopes are the identity scopes on its list, and of a
 * client with client_credentials its own ones, where it has some: a right is one of them only when it is named. The default audience is only user-api. The URN name of the device grant becomes
 * device_code. Throws invalid_value with the field for what no client may have. Source: contract part 2 "Clients".
 */
export function settleClientLists(type: Type, requested: RequestedLists, userApiUrl: string): ClientLists {
  const grantTypes = unique(
    requested.grantTypes.map((name) => (name === deviceGrantUrn ? 'device_code' : name)),
  );
  const [scopes, audiences] = [unique(requested.scopes), unique(requested.audiences)];
  assertGrants(type, grantTypes);
  const badScope = scopes.find((name) => !scopeForm.test(name));
  if (badScope !== undefined) throw refuse('scopes', errors.clientScope, `${badScope} is no scope`);
  if (audiences.length === 0 || audiences.some((audience) => !URL.canParse(audience)))
    throw refuse('audiences', errors.clientAudiences);
  const [identity, own] = [scopes.filter(isIdentity), scopes.filter(isOwn)];
  const usualScopes = grantTypes.includes('client_credentials') && own.length > 0 ? own : identity;
  const usual = audiences.filter((name) => isSameAudience(name, userApiUrl));
  const defaultScopes = assertListed('default_scopes', requested.defaultScopes ?? usualScopes, scopes);
  const defaultAudiences = assertListed('default_audiences', requested.defaultAudiences ?? usual, audiences);
  if (defaultAudiences.length === 0) throw refuse('default_audiences', errors.clientDefaultAudience);
  return { grantTypes, scopes, audiences, defaultScopes, defaultAudiences };
}

const isIdentity = (name: string) => identityScopes.some((scope) => scope === name);
const isOwn = (name: string) => !isIdentity(name) && !rightScopes.some((scope) => scope === name);

function assertGrants(type: Type, grantTypes: readonly string[]): void {
  const among = `The grants of a client are among ${grants.join(', ')}, at least one`;
  if (grantTypes.length === 0 || grantTypes.some((name) => !grants.includes(name)))
    throw refuse('grant_types', errors.clientGrants, among);
  const secretive = grantTypes.find((name) => confidentialGrants.includes(name));
  if (type === 'public' && secretive !== undefined)
    throw refuse('grant_types', errors.clientGrants, `A public client cannot have the grant ${secretive}`);
}

export type ClientRedirects = Pick<Client, 'redirectUris' | 'postLogoutRedirectUris'>;

/** The addresses of a client of a type as they are stored. Throws invalid_value with the field. */
export function settleRedirects(
  type: Type,
  { redirectUris, postLogoutRedirectUris }: ClientRedirects,
): ClientRedirects {
  return {
    redirectUris: assertRedirects(type, 'redirect_uris', redirectUris),
    postLogoutRedirectUris: assertRedirects(type, 'post_logout_redirect_uris', postLogoutRedirectUris),
  };
}

function assertRedirects(type: Type, field: string, uris: readonly string[]): readonly string[] {
  for (const uri of uris) {
    const fault = redirectFault(type, uri);
    if (fault !== undefined) throw refuse(field, errors.clientRedirect, `${uri} ${fault}`);
  }
  return unique(uris);
}

function assertListed(field: string, names: readonly string[], listed: readonly string[]): readonly string[] {
  const stray = names.find((name) => !listed.includes(name));
  if (stray !== undefined)
    throw refuse(field, errors.clientDefault, `${errors.clientDefault.message}, and ${stray} is not`);
  return unique(names);
}

/** No sentence names the field, since the command line has another name for it. */
function refuse(field: string, { code, message: usual }: ErrorSpec, message = usual): ApiError {
  return new ApiError({ code, message }, { field });
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
