import { ApiError, type ErrorSpec } from '@latchkey/contracts';
import { identityScopes, rightScopes } from '@latchkey/tokens';
import type { ClientStore } from '../client/client.ts';
import { scopeForm } from '../client/new-client.ts';
import { errors } from '../errors.ts';
import type { Api, ApiScope } from './api.ts';

/** What {@link settleAudience}, {@link settleScopes} and {@link assertMayStandFor} throw. */
export const apiRuleErrors = [
  errors.apiAudience,
  errors.clientScope,
  errors.apiScopeOwn,
  errors.apiScopeTwice,
  errors.apiWords,
  errors.apiClientPublic,
  errors.clientArchived,
  errors.notFound,
];

/** An audience as it is stored: slashes at its end do not matter. Throws invalid_value for no absolute URI. */
export function settleAudience(audience: string): string {
  if (!URL.canParse(audience) || audience.includes('#') || /\s/.test(audience))
    throw new ApiError(errors.apiAudience, { field: 'audience' });
  return audience.replace(/\/+$/, '');
}

const ownScopes: readonly string[] = [...identityScopes, ...rightScopes];
const languageForm = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/;

/** Throws invalid_value for scopes that no API may have: the words of our own scopes are ours. */
export function settleScopes(scopes: readonly ApiScope[]): readonly ApiScope[] {
  const names = scopes.map(({ name }) => name);
  const refuse = (spec: ErrorSpec) => new ApiError(spec, { field: 'scopes' });
  if (!names.every((name) => scopeForm.test(name))) throw refuse(errors.clientScope);
  if (names.some((name) => ownScopes.includes(name))) throw refuse(errors.apiScopeOwn);
  if (new Set(names).size < names.length) throw refuse(errors.apiScopeTwice);
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
