import { ApiError, httpStatus } from '@latchkey/contracts';
import { parseForm, parseRequest, type ParsedRequest, type RawRequest } from '@latchkey/request-parser';
import Negotiator from 'negotiator';
import { failureHeaders, seeOtherStatus, successStatus } from './answer.ts';
import { oauthFailures, repeatableFields } from './oauth.ts';
import { bodyFaults } from './read-body.ts';
import { replyDownload } from './reply-download.ts';
import type { RequestInfo } from './request-info.ts';
import type { PageResult, Protocol, Reply, Route } from './types.ts';
import type { SchemaNode } from './validate.ts';
import { writeOutput } from './write-output.ts';

const jsonType = 'application/json; charset=utf-8';
const html = 'text/html';
const json = 'application/json';

/** Unless a page says otherwise, none asks a browser for a passkey. */
const noPasskeys = 'publickey-credentials-get=(), publickey-credentials-create=()';

export interface PageOptions {
  /** Content-Security-Policy of every document. */
  readonly contentSecurityPolicy: string;
  /** The outcome that a failure thrown by the pipeline or a handler shows. */
  fail(error: ApiError, request: RequestInfo): PageResult;
}

/** The protocol of pages: query in a GET, form in a POST; HTML out, or JSON for a caller that asks for it. */
export function createPageProtocol(options: PageOptions): Protocol {
  const reply = (result: PageResult, request: RequestInfo, route?: Route<never>): Reply => {
    const { code, location } = result;
    const status = code ? httpStatus(code) : successStatus;
    const common = {
      'cache-control': 'no-store',
      vary: 'Accept, Accept-Language, Cookie',
      'content-security-policy': options.contentSecurityPolicy,
      'permissions-policy': noPasskeys,
      ...result.headers,
    };
    if (prefersJson(request.header('accept'), code !== undefined && route?.documentType !== undefined)) {
      const body = String(writeOutput(result.json, describeJson(result, route)));
      return { status, headers: { 'content-type': jsonType, ...common }, body };
    }
    const type = code === undefined ? (route?.documentType ?? html) : html;
    const headers = { 'content-type': `${type}; charset=utf-8`, ...common };
    return {
      status: location === undefined ? status : seeOtherStatus,
      headers: { ...headers, ...(location === undefined ? {} : { location }), ...result.file?.headers },
      body: writeDocument(result),
    };
  };
  return {
    parse(sent, route, request) {
      const raw = route.readsSearch ? { ...sent, query: '' } : sent;
      return request.method === 'POST'
        ? parseForm(raw, { repeatable: repeatableFields(route.input) })
        : parseQuery(raw);
    },
    invalid([issue]) {
      const message = issue?.message ?? 'the request is not valid';
      return new ApiError({ code: 'invalid_value', message }, { field: issue?.field ?? '' });
    },
    success(result, route, request) {
      const page = result as PageResult;
      if (page.download !== undefined) return replyDownload(page.download, page.headers);
      if (page.code !== undefined) request.note({ code: page.code });
      return reply(page, request, route);
    },
    failure(error, request, route) {
      const shown = reply({ code: error.code, ...options.fail(error, request) }, request, route);
      return { ...shown, headers: { ...shown.headers, ...failureHeaders(error) } };
    },
    describe: {
      status: httpStatus,
      requestTypes: ['application/x-www-form-urlencoded'],
      documentType: html,
      isPage: true,
      readFaults: [
        { code: 'invalid_request', message: 'the request is not a readable form' },
        { code: 'invalid_value', message: 'the request is not valid' },
        ...bodyFaults,
      ],
      success: (output) => output,
      failure: ({ code, message }) => ({ error: code, error_description: message }),
      ...oauthFailures,
    },
  };
}

function writeDocument({ file, html: write }: PageResult): string | Uint8Array {
  return file === undefined ? write() : file.bytes;
}

/** A query that cannot be read has one code, as a form has. */
function parseQuery(raw: RawRequest): ParsedRequest {
  try {
    return parseRequest(raw);
  } catch (fault) {
    if (!(fault instanceof ApiError)) throw fault;
    throw new ApiError({ code: 'invalid_request', message: fault.message }, { field: fault.field });
  }
}

/** What the document says of an answer in JSON: a failure is its own members, and those of the page. */
function describeJson(
  { code }: PageResult,
  { output, documentType }: Partial<Route<never>> = {},
): SchemaNode {
  if (code === undefined || output === undefined) return output ?? {};
  const shown = documentType === undefined ? output.properties : {};
  return { properties: { ...shown, ...oauthFailures.failureSchema.properties } };
}

/**
 * True when the caller prefers JSON to a document. A browser always prefers the document. The failure of a
 * file is JSON unless a document is preferred.
 */
export function prefersJson(accept: string | undefined, isFile = false): boolean {
  const negotiator = new Negotiator({ headers: { accept } });
  return negotiator.mediaType(isFile ? [json, html] : [html, json]) === json;
}
