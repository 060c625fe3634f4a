import { text, texts, type SentFields } from '@latchkey/contracts';
import { ApiError } from '@latchkey/errors';
import { splitScope } from '@latchkey/tokens';
import { errors } from '../errors.ts';
import type { Client } from './client.ts';

/** What a token holds: a space-separated scope, and audiences. */
export interface Granted {
  readonly scope: string;
  readonly audience: readonly string[];
}

/** The parameters by which a redemption and a refresh ask for less than what was granted. Source: RFC 8707 2.2. */
export const narrowingParameters = { scope: text, aud: texts, resource: texts } as const;

/** What `narrowGrant` throws. */
export const narrowingErrors = [errors.widerScope, errors.widerTarget, errors.nothingLeft];

/**
 * The part of a grant that is asked for, all of it when nothing is, without what the client has lost since. Throws
 * invalid_scope or invalid_target for more than was granted, and invalid_grant when the client has lost all of it.
 * Source: RFC 6749 6, RFC 8707 2.2, contract part 5 "Scopes and rights".
 */
export function narrowGrant(
  client: Pick<Client, 'scopes' | 'audiences'>,
  granted: Granted,
  input: SentFields<{ readonly properties: typeof narrowingParameters }>,
): { scope: string; audience: string[] } {
  const scope = pick(splitScope(input.scope), splitScope(granted.scope));
  if (scope === undefined) throw new ApiError(errors.widerScope);
  const audience = pick([...(input.aud ?? []), ...(input.resource ?? [])], granted.audience);
  if (audience === undefined) throw new ApiError(errors.widerTarget);
  return {
    scope: keepListed(scope, client.scopes).join(' '),
    audience: keepListed(audience, client.audiences),
  };
}

/** The names that are asked for, all that are granted when none is; undefined when one of them was not granted. */
function pick(asked: readonly string[], granted: readonly string[]): readonly string[] | undefined {
  if (asked.length === 0) return granted;
  return asked.every((name) => granted.includes(name)) ? [...new Set(asked)] : undefined;
}

function keepListed(names: readonly string[], listed: readonly string[]): string[] {
  const kept = names.filter((name) => listed.includes(name));
  if (kept.length === 0 && names.length > 0) throw new ApiError(errors.nothingLeft);
  return kept;
}
