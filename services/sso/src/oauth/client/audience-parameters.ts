import { ApiError, texts, type SentFields } from '@latchkey/contracts';
import { errors } from '../../errors.ts';

/** Three names of one list; each may be repeated. Source: RFC 8707 2, contract part 1 "Routes". */
export const audienceParameters = { aud: texts, resource: texts, audience: texts } as const;

export type AudienceInput = SentFields<{ readonly properties: typeof audienceParameters }>;

/**
 * The audiences that a request names; none when it names none. Throws invalid_request when two names hold different
 * sets.
 */
export function readAudience(input: AudienceInput): readonly string[] {
  const lists = [input.aud, input.resource, input.audience].filter((list) => list !== undefined);
  const [first = [], ...others] = lists.map((list) => [...new Set(list)].sort());
  if (others.some((list) => list.join('\n') !== first.join('\n'))) throw new ApiError(errors.audiencesDiffer);
  return first;
}
