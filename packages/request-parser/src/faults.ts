import type { ErrorSpec } from '@latchkey/contracts/errors';

/**
 * Everything `parseRequest` and the getters of its result throw, so that a route can list it.
 * Source: contract part 0 "Envelope".
 */
export const faults = {
  invalidJson: { code: 'malformed_body', message: 'The body is not valid JSON' },
  notAnObject: { code: 'malformed_body', message: 'The body must be a JSON object' },
  invalidUtf8: { code: 'malformed_body', message: 'The request is not valid UTF-8' },
  invalidEncoding: { code: 'malformed_body', message: 'The request is not properly percent-encoded' },
  invalidText: {
    code: 'malformed_body',
    message: 'A string contains a NUL character or an unpaired surrogate',
  },
  reservedKey: { code: 'malformed_body', message: 'The request contains a reserved key' },
  tooDeep: { code: 'too_deep', message: 'The request is nested too deeply' },
  invalidType: { code: 'invalid_type', message: 'A field has the wrong type' },
  valueTooLong: { code: 'invalid_type', message: 'A field is longer than allowed' },
  ambiguousParameter: {
    code: 'ambiguous_parameter',
    message: 'A parameter is given twice with different values',
  },
  headerTwice: {
    code: 'ambiguous_parameter',
    message: 'The headers Authorization and DPoP may each be sent once',
  },
  headerOnly: { code: 'ambiguous_parameter', message: 'Credentials are read from the request headers only' },
  keyTooLong: { code: 'too_large', message: 'A parameter name is longer than 128 bytes' },
  tooManyParameters: { code: 'too_many_parameters', message: 'The request has more than 256 parameters' },
  unsupportedMediaType: {
    code: 'unsupported_media_type',
    message: 'The body must be application/json or application/x-www-form-urlencoded',
  },
  unsupportedCharset: { code: 'unsupported_charset', message: 'The body must be UTF-8' },
  unsupportedEncoding: { code: 'unsupported_encoding', message: 'The body must not be compressed' },
} as const satisfies Record<string, ErrorSpec>;

/**
 * A fault in the words of one field: its name as the caller sent it, where names look so, else as `spec` says it.
 * Source: contract part 0 "Envelope".
 */
export function wordFault(spec: ErrorSpec, field: string, words: string): ErrorSpec {
  return /^[\w.[\]-]{1,100}$/.test(field) ? { code: spec.code, message: `${field} ${words}` } : spec;
}

/** The fault of a field that has two values. */
export const wordTwice = (field: string): ErrorSpec =>
  wordFault(faults.ambiguousParameter, field, 'is given twice with different values');

export const parserFaults: readonly ErrorSpec[] = Object.values(faults);

/** `parseForm` throws these beside the faults above, all as `invalid_request` (RFC 6749 5.2). */
export const formFaults = {
  queryNotAllowed: {
    code: 'invalid_request',
    message: 'Parameters belong in the form body, not in the query',
  },
  formRequired: { code: 'invalid_request', message: 'The body must be application/x-www-form-urlencoded' },
  repeatedParameter: { code: 'invalid_request', message: 'A parameter is given more than once' },
  invalidParameter: { code: 'invalid_request', message: 'A parameter has the wrong type' },
} as const satisfies Record<string, ErrorSpec>;

/** A header of a credential that came twice, in the words of OAuth. Source: contract part 0 "Parsed request". */
export const headerFaults = {
  authorization: { code: 'invalid_request', message: 'The Authorization header may be sent once' },
  dpop: { code: 'invalid_dpop_proof', message: 'The DPoP header may be sent once' },
} as const satisfies Record<string, ErrorSpec>;
