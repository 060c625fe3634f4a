import { ApiError, type ErrorCode } from '@latchkey/contracts';
import type { Logger } from '@latchkey/process';
import type { RawRequest } from '@latchkey/request-parser';
import type { Request, Response } from 'express';
import { answer, answerInPieces } from './answer.ts';
import type { BodyBooking, BodyBudget } from './body-budget.ts';
import type { CommonHeaders } from './common-headers.ts';
import { toApiError, type IsDependencyLost } from './faults.ts';
import { createBodyReader, type BodyReader } from './read-body.ts';
import { readInput } from './read-input.ts';
import { infoOf, type RequestInfo } from './request-info.ts';
import { failuresOf } from './route.ts';
import type { Protocol, Route } from './types.ts';
import { compileInput, type Validate } from './validate.ts';

/** What an answer of any kind needs. */
export interface Outlet {
  readonly headers: CommonHeaders;
  readonly protocol: Protocol;
  readonly logger: Logger;
  readonly isDependencyLost: IsDependencyLost;
}

interface PipelineParts<Context> extends Outlet {
  readonly context: Context;
  readonly bodyBudget: BodyBudget;
}

/** A route made ready at start. */
export interface Pipeline<Context> extends Outlet {
  readonly route: Route<Context>;
  readonly context: Context;
  readonly validate: Validate;
  /** Codes that the route says it can answer. */
  readonly listed: ReadonlySet<ErrorCode>;
  readonly body: BodyReader;
  readonly bodyBudget: BodyBudget;
}

/** Every route can fail with these, so none lists them. */
const universal = new Set<ErrorCode>(['upstream_unavailable', 'overloaded', 'temporarily_unavailable']);

export function compileRoute<Context>(
  route: Route<Context>,
  { protocol, headers, logger, isDependencyLost, context, bodyBudget }: PipelineParts<Context>,
): Pipeline<Context> {
  const listed = new Set(failuresOf(route).map((spec) => spec.code));
  const body = createBodyReader({ budget: bodyBudget, limitBytes: route.body?.limitBytes });
  const validate = compileInput(route.input);
  return {
    route,
    protocol,
    headers,
    context,
    logger,
    isDependencyLost,
    validate,
    listed,
    body,
    bodyBudget,
  };
}

/** Parse → admit the caller → check → validate → handle → answer. Whatever is thrown on the way becomes an answer. */
export async function runRoute<Context>(
  pipeline: Pipeline<Context>,
  request: Request,
  response: Response,
): Promise<void> {
  const { protocol, route } = pipeline;
  const info = infoOf(response);
  const booking = pipeline.body.open(request, info.network);
  try {
    const raw = await readRaw(pipeline, request, response, booking);
    const result = await pipeline.bodyBudget.handle(raw.body.length, () => handle(pipeline, raw, info));
    const reply = protocol.success(result, route, info);
    if ('pieces' in reply) await answerInPieces(response, reply, pipeline.headers);
    else answer(response, reply, request, pipeline.headers);
  } catch (thrown) {
    if (response.headersSent) logCut(pipeline.logger, thrown, info);
    else answerFailure(pipeline, thrown, request, response);
  } finally {
    booking.release();
  }
}

/** Answers whatever was thrown. The request's log line gets its code and its detail; the caller gets no detail. */
export function answerFailure(
  {
    headers,
    protocol,
    logger,
    isDependencyLost,
    route,
  }: Outlet & { readonly route?: Route<never> | undefined },
  thrown: unknown,
  request: Request,
  response: Response,
): void {
  const info = infoOf(response);
  const error = toApiError(thrown, isDependencyLost);
  info.note({ code: error.code, ...(error.detail === undefined ? {} : { detail: error.detail }) });
  logCause(logger, error, info);
  answer(response, protocol.failure(error, info, route), request, headers);
}

async function handle<Context>(
  pipeline: Pipeline<Context>,
  raw: RawRequest,
  info: RequestInfo,
): Promise<unknown> {
  const { route, protocol, context } = pipeline;
  const parsed = protocol.parse(raw, route, info);
  const caller = await watch(pipeline, info, async () => {
    const admitted = await route.access.admit(context, parsed, info);
    return route.checks ? route.checks.run(context, parsed, info, admitted) : admitted;
  });
  const input = readInput(parsed, route.input);
  const issues = pipeline.validate(input);
  if (issues.length > 0) throw protocol.invalid(issues, route);
  return watch(pipeline, info, () => route.handle(context, input, caller, info));
}

/** Reports a failure that the route does not list: the API's documentation does not show it. The caller still gets it. */
async function watch<Context, Result>(
  { listed, logger, route }: Pipeline<Context>,
  info: RequestInfo,
  act: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (thrown) {
    if (thrown instanceof ApiError && !listed.has(thrown.code) && !universal.has(thrown.code)) {
      logger.error('unlisted failure', { request_id: info.id, route: route.path, code: thrown.code });
    }
    throw thrown;
  }
}

async function readRaw<Context>(
  pipeline: Pipeline<Context>,
  request: Request,
  response: Response,
  booking: BodyBooking,
): Promise<RawRequest> {
  const mark = request.url.indexOf('?');
  let body: Buffer;
  try {
    body = await pipeline.body.read(request, response, booking);
  } catch (fault) {
    throw pipeline.protocol.unreadable?.(toApiError(fault, pipeline.isDependencyLost)) ?? fault;
  }
  return {
    query: mark < 0 ? '' : request.url.slice(mark + 1),
    contentType: request.get('content-type'),
    contentEncoding: request.get('content-encoding'),
    body,
    headers: request.headersDistinct,
  };
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
