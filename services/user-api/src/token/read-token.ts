import { ApiError } from '@latchkey/errors';
import type { ParsedRequest } from '@latchkey/request-parser';
import { errors } from '../errors.ts';

/** auth.token, else token; undefined when neither is there. Both and different: ambiguous_parameter. */
export function readToken(parsed: ParsedRequest): string | undefined {
  const [first = '', second = ''] = [parsed.string('auth.token'), parsed.string('token')];
  if (first !== '' && second !== '' && first !== second)
    throw new ApiError(errors.tokensDiffer, { field: 'token' });
  const token = first === '' ? second : first;
  return token === '' ? undefined : token;
}
