import { ApiError } from '@latchkey/contracts';
import { isSameAudience, rightScopes, splitScope } from '@latchkey/tokens';
import { errors, nameCause } from '../../errors.ts';
import { readAudience, type AudienceInput } from './audience-parameters.ts';
import type { Client } from './client.ts';

const offlineAccess = 'offline_access';

/**
 * The requested scope or, if none was sent, the client's default one; a value of blanks only is treated as none. Throws
 * invalid_scope when it is not allowed. Source: RFC 6749 3.3.
 */
export function resolveScope(client: Client, requested: string | undefined): string {
  const named = splitScope(requested);
  const asked = named.length > 0 ? named : splitScope(client.defaultScopes.join(' '));
  const refused = asked.find((name) => !client.scopes.includes(name));
  if (refused !== undefined)
    throw new ApiError(
      nameCause(errors.invalidScope, `the scope ${refused} is not registered for this client`),
    );
  return asked.join(' ');
}

/** As resolveScope for an app token, which never holds a right. Source: contract part 0 "Scopes and rights". */
export function resolveAppScope(client: Client, requested: string | undefined): string {
  const isHarmless = (name: string) => !rightScopes.some((right) => right === name);
  const { scopes, defaultScopes } = client;
  const limited = { scopes: scopes.filter(isHarmless), defaultScopes: defaultScopes.filter(isHarmless) };
  return resolveScope({ ...client, ...limited }, requested);
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

/** What {@link resolveAudience} throws. */
export const audienceErrors = [errors.invalidTarget, errors.audiencesDiffer];

/**
 * The requested audience or, if none was sent, the client's default one, as the client's list spells it: a slash at the
 * end does not matter. Throws invalid_target when not allowed. Source: RFC 8707 2.
 */
export function resolveAudience(client: Client, input: AudienceInput): string[] {
  const requested = readAudience(input);
  const asked = requested.length === 0 ? client.defaultAudiences : requested;
  const found = asked.map((name) => {
    const listed = client.audiences.find((one) => isSameAudience(one, name));
    if (listed !== undefined) return listed;
    const cause = `the audience ${name} is not registered for this client`;
    throw new ApiError(nameCause(errors.invalidTarget, cause));
  });
  if (found.length === 0) throw new ApiError(errors.invalidTarget);
  return [...new Set(found)];
}
