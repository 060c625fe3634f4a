import { ApiError } from '@latchkey/contracts/errors';
import { readBodyKind } from './body-kind.ts';
import { formFaults, wordFault } from './faults.ts';
import type { Leaf } from './leaves.ts';
import { assertKey, assertLength, maxParameters } from './limits.ts';
import { createParsedRequest, type ParsedRequest } from './parsed-request.ts';
import type { RawRequest } from './raw-request.ts';
import { assertText } from './text.ts';
import { readPairs } from './urlencoded.ts';

export interface FormOptions {
  /** Names that may come more than once, such as `aud` and `resource` (RFC 8707 2). */
  repeatable: readonly string[];
}

/**
 * The parameters of an OAuth request: the form body only, names taken literally (no dotted or underscore names).
 * A parameter without a value is taken as not sent. `value` of a repeatable name is a string[], of others a string.
 * Every fault, also of the getters, is the ApiError `invalid_request`. Its field names the parameter at fault.
 * Source: contract part 1 "Routes", RFC 6749 3.1, 3.2 and 5.2.
 */
export function parseForm(raw: RawRequest, options: FormOptions): ParsedRequest {
  try {
    return createParsedRequest(readParameters(raw, options.repeatable), formFaults.invalidParameter);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError({ code: 'invalid_request', message: error.message }, { field: error.field });
  }
}

function readParameters(raw: RawRequest, repeatable: readonly string[]): ReadonlyMap<string, Leaf> {
  if (raw.query !== '') throw new ApiError(formFaults.queryNotAllowed);
  const kind = readBodyKind(raw);
  if (kind === 'json') throw new ApiError(formFaults.formRequired);
  const parameters = new Map<string, Leaf>();
  for (const [name, value] of kind === 'form' ? readPairs(raw.body, maxParameters) : []) {
    assertKey(name);
    assertText(value, false);
    assertLength(name, value);
    if (value === '') continue;
    const earlier = parameters.get(name);
    if (repeatable.includes(name)) {
      parameters.set(name, { value: [earlier?.value ?? [], value].flat(), isText: true });
    } else if (earlier === undefined) parameters.set(name, { value, isText: true });
    else
      throw new ApiError(wordFault(formFaults.repeatedParameter, name, 'is given more than once'), {
        field: name,
      });
  }
  return parameters;
}
