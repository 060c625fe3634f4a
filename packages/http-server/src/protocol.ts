import type { ApiError, ErrorCode, ErrorSpec } from '@latchkey/errors';
import type { ParsedRequest, RawRequest } from '@latchkey/request-parser';
import type { RequestInfo } from './request-info.ts';
import type { Route } from './route.ts';
import type { SchemaNode } from './schema.ts';
import type { InputIssue } from './validate.ts';

/** What goes back over the wire. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
}

/** How a group of routes reads requests and words answers: the envelope, OAuth, or a page. */
export interface Protocol {
  /** Reads a request's fields. Throws ApiError. */
  parse(raw: RawRequest, route: Route<never>, request: RequestInfo): ParsedRequest;
  /** Rewords a body that could not be read, where a service's contract has its own sentence. */
  unreadable?(fault: ApiError): ApiError;
  /** Words what the schema refused; `issues` has at least one, in the order of the schema's fields. */
  invalid(issues: readonly InputIssue[], route: Route<never>): ApiError;
  success(result: unknown, route: Route<never>, request: RequestInfo): Reply;
  /** `route` where one was reached. */
  failure(error: ApiError, request: RequestInfo, route?: Route<never>): Reply;
  /** For OpenAPI. */
  readonly describe: {
    readonly requestTypes: readonly string[];
    readonly readFaults: readonly ErrorSpec[];
    status(code: ErrorCode): number;
    success(output: SchemaNode): SchemaNode;
    failure(spec: ErrorSpec): Readonly<Record<string, unknown>>;
  };
}

/** Headers of every failure: when to come back, and what the failure itself brings. */
export function failureHeaders(error: ApiError): Record<string, string> {
  const headers: Record<string, string> = { ...error.headers };
  if (error.retryAfterSeconds !== undefined) headers['retry-after'] = String(error.retryAfterSeconds);
  return headers;
}
