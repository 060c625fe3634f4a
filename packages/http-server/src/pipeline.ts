import { ApiError, type ErrorCode } from '@latchkey/contracts';
import type { Logger } from '@latchkey/process';
import type { RawRequest } from '@latchkey/request-parser';
import type { Request, Response } from 'express';
import { answer, answerInPieces } from './answer.ts';
import type { BodyBudget } from './body-budget.ts';
import type { CommonHeaders } from './common-headers.ts';
import { toApiError, type IsDependencyLost } from './faults.ts';
import { createBodyReader, noBody, type ExpectBody } from './read-body.ts';
import { readInput } from './read-input.ts';
import { infoOf, type RequestInfo } from './request-info.ts';
import { failuresOf } from './route.ts';
import type { Protocol, Route } from './types.ts';
import { compileInput, type Validate } from './validate.ts';

export interface Outlet {
  readonly headers: CommonHeaders;
  readonly protocol: Protocol;
  readonly logger: Logger;
  readonly isDependencyLost: IsDependencyLost;
  /** Undefined where no route takes the request. */
  readonly route?: Route<never> | undefined;
}

interface PipelineParts<Context> extends Outlet {
  readonly context: Context;
  readonly bodyBudget: BodyBudget;
}

export interface Pipeline<Context> extends PipelineParts<Context> {
  readonly route: Route<Context>;
  readonly validate: Validate;
  /** Codes that the route says it can answer. */
  readonly listed: ReadonlySet<ErrorCode>;
  readonly expectBody: ExpectBody;
}

/** Every route can fail with these, so none lists them. */
const universal = new Set<ErrorCode>(['upstream_unavailable', 'overloaded', 'temporarily_unavailable']);

export function compileRoute<Context>(
  route: Route<Context>,
  parts: PipelineParts<Context>,
): Pipeline<Context> {
  const listed = new Set(failuresOf(route).map((spec) => spec.code));
  const { limitBytes } = route.body ?? {};
  const reword = parts.protocol.unreadable;
  const expectBody = createBodyReader({ budget: parts.bodyBudget, limitBytes, reword });
  return { ...parts, route, validate: compileInput(route.input), listed, expectBody };
}

/** Parse → admit the caller → check → validate → handle → answer. Whatever is thrown on the way becomes an answer. */
export async function runRoute<Context>(
  pipeline: Pipeline<Context>,
  request: Request,
  response: Response,
): Promise<void> {
  const { protocol, route, context } = pipeline;
  const info = infoOf(response);
  const arrival = pipeline.expectBody(request, response, info.network);
  let isActing = false;
  try {
    const raw = readRaw(request, arrival === undefined ? noBody : await arrival.read());
    const parsed = protocol.parse(raw, route, info);
    isActing = true;
    const admitted = await route.access.admit(context, parsed, info);
    const caller = route.checks ? await route.checks.run(context, parsed, info, admitted) : admitted;
    isActing = false;
    const input = readInput(parsed, route.input);
    const issues = pipeline.validate(input);
    if (issues.length > 0) throw protocol.invalid(issues, route);
    isActing = true;
    const result = await route.handle(context, input, caller, info);
    const reply = protocol.success(result, route, info);
    if ('pieces' in reply) await answerInPieces(response, reply, pipeline.headers);
    else answer(response, reply, request, pipeline.headers);
  } catch (thrown) {
    if (isActing) reportUnlisted(pipeline, thrown, info);
    if (response.headersSent) logCut(pipeline.logger, thrown, info);
    else answerFailure(pipeline, thrown, request, response);
  } finally {
    arrival?.release();
  }
}

function readRaw(request: Request, body: Buffer): RawRequest {
  const mark = request.url.indexOf('?');
  return {
    query: mark < 0 ? '' : request.url.slice(mark + 1),
    contentType: request.headers['content-type'],
    contentEncoding: request.headers['content-encoding'],
    body,
    headers: request.headersDistinct,
  };
}

/** Reports a failure that the route does not list: the API's documentation does not show it. The caller still gets it. */
function reportUnlisted<Context>(
  { listed, logger, route }: Pipeline<Context>,
  thrown: unknown,
  { id }: RequestInfo,
): void {
  if (!(thrown instanceof ApiError) || listed.has(thrown.code) || universal.has(thrown.code)) return;
  logger.error('unlisted failure', { request_id: id, route: route.path, code: thrown.code });
}

/** Answers whatever was thrown. The request's log line gets its code and its detail; the caller gets no detail. */
export function answerFailure(outlet: Outlet, thrown: unknown, request: Request, response: Response): void {
  const info = infoOf(response);
  const error = toApiError(thrown, outlet.isDependencyLost);
  info.note({ code: error.code, ...(error.detail === undefined ? {} : { detail: error.detail }) });
  logCause(outlet.logger, error, info);
  answer(response, outlet.protocol.failure(error, info, outlet.route), request, outlet.headers);
}

/** Logs that an answer broke off: at debug level where its caller left. */
function logCut(logger: Logger, error: unknown, info: RequestInfo): void {
  const hasLeft = error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
  logger[hasLeft ? 'debug' : 'warn']('answer broke off', { request_id: info.id, error });
}

/** Logs the cause of a failure, if it has one: as error or warning when the service is at fault, else at debug level. */
function logCause(logger: Logger, error: ApiError, info: RequestInfo): void {
  if (error.cause === undefined) return;
  const fields = { request_id: info.id, code: error.code, error: error.cause };
  if (error.code === 'internal') logger.error('request failed', fields);
  else if (universal.has(error.code)) logger.warn('request could not be served', fields);
  else logger.debug('request refused', fields);
}
