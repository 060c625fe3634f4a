import { ApiError } from '@latchkey/errors';
import { errors } from '../errors.ts';
import type { Client } from './client.ts';

const offlineAccess = 'offline_access';

/** The names in a space-separated scope, without repetitions. */
export function splitScope(scope: string): string[] {
  return [...new Set(scope.split(' ').filter((name) => name !== ''))];
}

/** The requested scope or, if none was sent, the client's default one. Throws invalid_scope when it is not allowed. Source: RFC 6749 3.3. */
export function resolveScope(client: Client, requested: string | undefined): string {
  const asked = splitScope(requested ?? client.defaultScopes.join(' '));
  if (!asked.every((name) => client.scopes.includes(name))) throw new ApiError(errors.invalidScope);
  return asked.join(' ');
}

/**
 * As resolveScope, and adds offline_access when the client may have it, because the device grant is for offline access.
 * Source: contract part 1 "Token package".
 */
export function resolveDeviceScope(client: Client, requested: string | undefined): string {
  const asked = splitScope(resolveScope(client, requested));
  const joins = client.scopes.includes(offlineAccess) && !asked.includes(offlineAccess);
  return [...asked, ...(joins ? [offlineAccess] : [])].join(' ');
}

/** The requested audience or, if none was sent, the client's default one. Throws invalid_target when not allowed. Source: RFC 8707 2. */
export function resolveAudience(client: Client, requested: readonly string[]): string[] {
  const asked = [...new Set(requested.length === 0 ? client.defaultAudiences : requested)];
  const isAllowed = asked.length > 0 && asked.every((name) => client.audiences.includes(name));
  if (!isAllowed) throw new ApiError(errors.invalidTarget);
  return asked;
}
