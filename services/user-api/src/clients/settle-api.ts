import { ApiError, withoutSlash, type ErrorSpec } from '@latchkey/contracts';
import { identityScopes, rightScopes } from '@latchkey/tokens';
import { errors } from '../errors.ts';
import type { Api, ApiScope } from './api.ts';
import type { ClientStore } from './client.ts';
import { scopeForm } from './new-client.ts';

/** What {@link settleAudience}, {@link settleScopes} and {@link assertMayStandFor} throw. */
export const apiRuleErrors = [
  errors.apiAudience,
  errors.apiAudienceOwn,
  errors.clientScope,
  errors.apiScopeOwn,
  errors.apiScopeTwice,
  errors.apiWords,
  errors.apiClientPublic,
  errors.clientArchived,
  errors.notFound,
];

/**
 * An audience as it is stored, in the one spelling of RFC 3986 6.2. Throws invalid_value for no absolute URI, and for an
 * address of `own`: who stands for it may ask about everybody's tokens.
 */
export function settleAudience(audience: string, own: readonly string[]): string {
  if (!URL.canParse(audience) || audience.includes('#') || /\s/.test(audience))
    throw new ApiError(errors.apiAudience, { field: 'audience' });
  const settled = spellAudience(audience);
  if (own.some((address) => spellAudience(address) === settled))
    throw new ApiError(errors.apiAudienceOwn, { field: 'audience' });
  return settled;
}

/**
 * Scheme and host in lower case, the host without a dot at its end, no default port, no dot segments, unreserved signs as
 * themselves, and neither an empty query nor slashes at the end. What is no URI stays.
 */
export function spellAudience(audience: string): string {
  const decoded = audience.replaceAll(/%[0-9a-f]{2}/gi, (code) => {
    const sign = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(sign) ? sign : code.toUpperCase();
  });
  if (!URL.canParse(decoded)) return audience;
  const url = new URL(decoded);
  if (url.search === '') url.search = '';
  // The parser leaves the host of a scheme that it does not know.
  const { protocol, host } = url;
  const lowered = `${protocol}//${host.toLowerCase().replace(/\.(?=:|$)/, '')}`;
  return withoutSlash(url.href.replace(`${protocol}//${host}`, () => lowered));
}

const ownScopes: readonly string[] = [...identityScopes, ...rightScopes];
const languageForm = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/;

/** Throws invalid_value for scopes that no API may have: the words of our own scopes are ours. */
export function settleScopes(scopes: readonly ApiScope[]): readonly ApiScope[] {
  const names = scopes.map(({ name }) => name);
  const refuse = (spec: ErrorSpec, message = spec.message) =>
    new ApiError({ ...spec, message }, { field: 'scopes' });
  if (!names.every((name) => scopeForm.test(name))) throw refuse(errors.clientScope);
  const own = names.find((name) => ownScopes.includes(name));
  if (own !== undefined) throw refuse(errors.apiScopeOwn, `${own} is a scope of Latchkey itself`);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw refuse(errors.apiScopeTwice, `The scope ${twice} is named twice`);
  const areWords = ({ words }: ApiScope) =>
    words['en'] !== undefined &&
    Object.entries(words).every(([tag, text]) => languageForm.test(tag) && text.trim() !== '');
  if (!scopes.every(areWords)) throw refuse(errors.apiWords);
  return scopes;
}

/**
 * Throws not_found for a client that there is not, state_conflict for an archived one, and invalid_value for a public
 * one: anybody could use its id to ask about tokens.
 */
export async function assertMayStandFor(
  { clients, now }: { readonly clients: ClientStore; now(): number },
  clientId: Api['clientId'],
): Promise<void> {
  if (clientId === null) return;
  const found = await clients.find(clientId, new Date(now()));
  if (found === undefined) throw new ApiError(errors.notFound, { field: 'client_id' });
  if (found.client.archivedAt !== null) throw new ApiError(errors.clientArchived);
  if (found.client.type === 'public') throw new ApiError(errors.apiClientPublic, { field: 'client_id' });
}
