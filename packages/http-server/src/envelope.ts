import { ApiError, exampleValues, type ErrorSpec } from '@latchkey/contracts';
import {
  faults,
  findRepeatedHeader,
  parseRequest,
  parserFaults,
  type HeaderAuthMode,
  type RawRequest,
} from '@latchkey/request-parser';
import { envelopeStatus, failureHeaders, successStatus } from './answer.ts';
import { replyDownload } from './reply-download.ts';
import type { Download, Protocol } from './types.ts';
import type { InputIssue, SchemaNode } from './validate.ts';
import { writeOutput } from './write-output.ts';

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

export interface EnvelopeOptions {
  /** Position of the header migration switch for a route's family; off when not given. */
  readonly headerAuth?: (family: string | undefined) => HeaderAuthMode;
  /** The fields that a DPoP header stands for; auth.dpop and dpop when not given. */
  readonly proofNames?: readonly string[];
  /** Replaces a failure of reading the request, when a service's contract has its own sentence. */
  readonly unreadable?: (fault: ApiError) => ApiError;
  /** Makes the failure for input that the schema refused. By default it describes the first issue. */
  readonly invalid?: (issues: readonly InputIssue[]) => ApiError;
}

/** The protocol of user-api and drop: one parsed request in, one envelope out. Source: contract part 0 "Envelope". */
export function createEnvelopeProtocol(options: EnvelopeOptions = {}): Protocol {
  const fieldsOfProof = options.proofNames === undefined ? {} : { proofNames: options.proofNames };
  const reword = options.unreadable ?? ((fault: ApiError) => fault);
  return {
    unreadable: reword,
    parse(raw, route) {
      try {
        assertHeadersOnce(raw);
        const headerAuth = options.headerAuth?.(route.family) ?? 'off';
        return parseRequest(raw, { headerAuth, ...fieldsOfProof, ...route.body });
      } catch (fault) {
        throw fault instanceof ApiError ? reword(fault) : fault;
      }
    },
    invalid: options.invalid ?? ((issues) => wordIssue(issues)),
    success: (result, route) => {
      if (route.isDownload) return replyDownload(result as Download, route.headers);
      const headers = { ...jsonHeaders, ...route.headers };
      const data = writeOutput(result, route.output) ?? 'null';
      return { status: successStatus, headers, body: `{"status":1,"comment":"OK","data":${data}}` };
    },
    failure: (error, request, route) => ({
      status: envelopeStatus(error.code),
      headers: { ...jsonHeaders, ...route?.headers, ...failureHeaders(error) },
      body: JSON.stringify({
        ...wordFailure(error.spec),
        request_id: request.id,
        field: error.field,
        about: error.about,
        retry_after: error.retryAfterSeconds,
      }),
    }),
    describe: {
      requestTypes: ['application/json', 'application/x-www-form-urlencoded'],
      readFaults: [...parserFaults, ...inputFaults],
      status: envelopeStatus,
      success: wrapOutput,
      failure: (spec) => ({ ...wordFailure(spec), request_id: exampleValues['request_id'] }),
      failureSchema,
      codeField: 'code',
    },
  };
}

/** Also where the headers are not read as credentials, because a proxy in front may read them. */
function assertHeadersOnce({ headers }: RawRequest): void {
  const repeated = findRepeatedHeader(headers);
  if (repeated !== undefined)
    throw new ApiError(faults.headerTwice, { field: repeated === 'dpop' ? 'auth.dpop' : 'auth.token' });
}

function wordFailure({ code, message }: ErrorSpec) {
  return { status: 0, comment: message, message, code, data: null };
}

/** What `wordIssue` may say of any route's input. */
const inputFaults = [
  { code: 'missing_field', message: 'a field is required' },
  { code: 'invalid_value', message: 'a field has a value that is not allowed' },
] as const;

function wordIssue(issues: readonly InputIssue[]): ApiError {
  const [issue] = issues;
  if (issue === undefined) throw new Error('invalid() needs at least one issue');
  const byKind = { missing: 'missing_field', type: 'invalid_type', value: 'invalid_value' } as const;
  const code = issue.errorCode === 'invalid_filter' ? 'invalid_filter' : byKind[issue.kind];
  return new ApiError({ code, message: issue.message }, { field: issue.field });
}

function wrapOutput(output: SchemaNode): SchemaNode {
  return { allOf: [successSchema, { type: 'object', required: ['data'], properties: { data: output } }] };
}

const successSchema = {
  title: 'Success',
  type: 'object',
  required: ['status', 'comment'],
  properties: { status: { type: 'integer', enum: [1] }, comment: { type: 'string', examples: ['OK'] } },
} as const;

const failureSchema = {
  title: 'Failure',
  type: 'object',
  required: ['status', 'comment', 'message', 'code', 'data', 'request_id'],
  properties: {
    status: { type: 'integer', enum: [0] },
    comment: { type: 'string', description: 'As message' },
    message: { type: 'string', description: 'The failure in words' },
    code: { type: 'string', description: 'The failure for programs' },
    data: { type: 'null' },
    request_id: { type: 'string', description: 'Of the answer header X-Request-Id' },
    field: { type: 'string', description: 'The request field at fault, where there is one' },
    about: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'What stands in the way, where that has a name, such as {org: acme}',
    },
    retry_after: { type: 'number', description: 'Seconds after which to try again' },
  },
} as const;
