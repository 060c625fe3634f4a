import { ApiError, generalCodes, httpStatus, type ErrorCode, type ErrorSpec } from '@latchkey/contracts';
import { findRepeatedHeader, headerFaults, parseForm, parseRequest } from '@latchkey/request-parser';
import { failureHeaders, successStatus } from './answer.ts';
import type { Protocol } from './types.ts';
import { hasType, type FieldsSchema } from './validate.ts';
import { writeOutput } from './write-output.ts';

const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' };
const json = 'application/json; charset=utf-8';

/** The OAuth names of general codes (RFC 6749 5.2, RFC 8628 3.5). Every other general code is an invalid_request. */
const oauthNames: Partial<Record<ErrorCode, string>> = {
  throttled: 'slow_down',
  not_found: 'not_found',
  internal: 'server_error',
  upstream_unavailable: 'temporarily_unavailable',
  overloaded: 'temporarily_unavailable',
};

/**
 * The protocol of sso's OAuth routes: form body in, never query or JSON; bare JSON out, failures as
 * `{error, error_description}`. Source: RFC 6749 3.2 and 5.2, contract part 1 "Routes".
 */
export function createOAuthProtocol(): Protocol {
  return {
    parse(raw, route, request) {
      const repeated = findRepeatedHeader(raw.headers);
      if (repeated !== undefined) throw new ApiError(headerFaults[repeated]);
      if (request.method !== 'POST') return parseRequest({ ...raw, body: Buffer.alloc(0) });
      return parseForm(raw, { repeatable: repeatableFields(route.input) });
    },
    invalid([issue]) {
      return new ApiError({ code: 'invalid_request', message: issue?.message ?? 'the request is not valid' });
    },
    success: (result, route) => ({
      status: successStatus,
      headers: {
        ...(route.cacheControl ? { 'cache-control': route.cacheControl } : noStore),
        'content-type': json,
      },
      body: writeOutput(result, route.output) ?? '',
    }),
    failure: (error) => ({
      status: httpStatus(error.code),
      headers: { ...noStore, 'content-type': json, ...failureHeaders(error) },
      body: JSON.stringify({ ...wordFailure(error.spec), ...error.members }),
    }),
    describe: {
      requestTypes: ['application/x-www-form-urlencoded'],
      readFaults: [
        { code: 'invalid_request', message: 'the request is not a readable form' },
        headerFaults.dpop,
      ],
      status: httpStatus,
      success: (output) => output,
      failure: wordFailure,
      ...oauthFailures,
    },
  };
}

/** How the documents describe a failure. Source: RFC 6749 5.2. */
export const oauthFailures = {
  failureSchema: {
    title: 'OAuthError',
    type: 'object',
    required: ['error', 'error_description'],
    properties: {
      error: { type: 'string', description: 'Code of the failure' },
      error_description: { type: 'string', description: 'The failure in words, for developers' },
      interval: { type: 'integer', description: 'With slow_down: seconds between polls from now on' },
      confirmation: {
        type: 'string',
        enum: ['number'],
        description: 'The device must be given the number that the approval page shows',
      },
    },
  },
  codeField: 'error',
} as const;

function wordFailure({ code, message }: ErrorSpec) {
  const isGeneral = (generalCodes as readonly string[]).includes(code);
  return { error: oauthNames[code] ?? (isGeneral ? 'invalid_request' : code), error_description: message };
}

/** The names of a form that may come more than once. */
export function repeatableFields(input: FieldsSchema): string[] {
  const nodes = Object.entries(input.properties);
  return nodes.filter(([, node]) => hasType(node, 'array')).map(([name]) => name);
}
