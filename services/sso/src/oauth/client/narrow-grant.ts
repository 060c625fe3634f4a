import { ApiError, text, type ErrorSpec, type SentFields } from '@latchkey/contracts';
import { isSameAudience, splitScope } from '@latchkey/tokens';
import { errors, nameCause } from '../../errors.ts';
import { audienceParameters, readAudience } from './audience-parameters.ts';
import type { Client } from './client.ts';

/** What a token holds: a space-separated scope, and audiences. */
export interface Granted {
  readonly scope: string;
  readonly audience: readonly string[];
}

/** The parameters by which a redemption and a refresh ask for less than what was granted. Source: RFC 8707 2.2. */
export const narrowingParameters = { scope: text, ...audienceParameters } as const;

/** What `narrowGrant` throws. */
export const narrowingErrors = [
  errors.widerScope,
  errors.widerTarget,
  errors.audiencesDiffer,
  errors.nothingLeft,
];

/**
 * The part of a grant that is asked for, all of it when nothing is, without what the client has lost since. Throws
 * invalid_scope or invalid_target for more than was granted, and invalid_grant when the client has lost all of it.
 * Source: RFC 6749 6, RFC 8707 2.2, contract part 1 "Token package".
 */
export function narrowGrant(
  client: Pick<Client, 'scopes' | 'audiences'>,
  granted: Granted,
  input: SentFields<{ readonly properties: typeof narrowingParameters }>,
): { scope: string; audience: string[] } {
  const scope = pick(splitScope(input.scope), splitScope(granted.scope), isEqual, (name) =>
    nameCause(errors.widerScope, `the scope ${name} was not granted`),
  );
  const audience = pick(readAudience(input), granted.audience, isSameAudience, (name) =>
    nameCause(errors.widerTarget, `the audience ${name} was not granted`),
  );
  return {
    scope: keepListed(scope, client.scopes, isEqual).join(' '),
    audience: keepListed(audience, client.audiences, isSameAudience),
  };
}

type IsSame = (one: string, other: string) => boolean;

const isEqual: IsSame = (one, other) => one === other;

/** What is asked for, as it was granted, or all of it when nothing is. Throws `refusal` of one that was not granted. */
function pick(
  asked: readonly string[],
  granted: readonly string[],
  isSame: IsSame,
  refusal: (name: string) => ErrorSpec,
): readonly string[] {
  if (asked.length === 0) return granted;
  const refused = asked.find((name) => !granted.some((one) => isSame(one, name)));
  if (refused !== undefined) throw new ApiError(refusal(refused));
  return granted.filter((one) => asked.some((name) => isSame(one, name)));
}

function keepListed(names: readonly string[], listed: readonly string[], isSame: IsSame): string[] {
  const kept = names.filter((name) => listed.some((one) => isSame(one, name)));
  if (kept.length === 0 && names.length > 0) throw new ApiError(errors.nothingLeft);
  return kept;
}
