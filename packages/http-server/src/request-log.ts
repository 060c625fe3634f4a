import { randomUUID } from 'node:crypto';
import { scrubText, type ServiceLogger } from '@latchkey/process';
import { continueTrace, requests, type RequestTrace } from '@latchkey/tracing';
import type { NextFunction, Request, Response } from 'express';
import { senderLeftStatus } from './answer.ts';
import type { logFields, NotedField } from './log-fields.ts';
import type { Metrics } from './metrics.ts';
import { readRequestInfo, type Notes, type RequestInfo } from './request-info.ts';
import { watchCaller } from './watch-caller.ts';

/** Probes, scrapes and what sso asks user-api come every few seconds. They are counted and not logged. */
const quiet = /^\/(health\/|metrics$|internal\/v1\/accounts\/changes$)/;

interface RequestLog {
  readonly logger: ServiceLogger;
  readonly metrics: Metrics;
  readonly newRequestId?: () => string;
  /** Milliseconds of a monotonic clock. */
  readonly monotonicMs?: () => number;
}

/** Names the request, and writes its one log line when it has been answered. Source: contract part 0 "Every service". */
export function logRequests({
  logger,
  metrics,
  newRequestId = randomUUID,
  monotonicMs = () => performance.now(),
}: RequestLog) {
  const refusedKey = ({ id, network, path }: RequestInfo, detail: string): void => {
    metrics.countRefusedKey();
    logger.warn('service key refused', { request_id: id, network, path, detail });
  };
  let hasWarned = false;
  const unknownCaller = (): void => {
    metrics.countUnknownCaller();
    if (!hasWarned)
      logger.warn(
        'a trusted proxy names no address in X-Forwarded-For: its callers are unknown, in no network',
      );
    hasWarned = true;
  };
  return (request: Request, response: Response, next: NextFunction): void => {
    const startedAtMs = monotonicMs();
    const ageMs = () => monotonicMs() - startedAtMs;
    const notes: Notes = {};
    const note = (fields: Notes) => {
      for (const name of Object.keys(fields) as NotedField[]) notes[name] = scrubText(fields[name] ?? '');
    };
    const sent = request.get('traceparent');
    const trace: RequestTrace = { method: request.method, sent };
    const begin = () => {
      const traceparent = trace.traceparent ?? continueTrace(sent);
      const isGone = watchCaller(request, response);
      const reports = { traceparent, note, ageMs, isGone, refusedKey, unknownCaller };
      const info = readRequestInfo(request, { id: newRequestId(), ...reports });
      response.locals['info'] = info;
      response.on('close', () => {
        const durationMs = ageMs();
        const route = routeOf(request);
        const status = response.headersSent ? response.statusCode : senderLeftStatus;
        metrics.countRequest(route, request.method, status, durationMs / 1000);
        if (quiet.test(info.path)) return;
        requests.asyncEnd.publish(Object.assign(trace, { requestId: info.id, route, status }));
        // No field has the name of a secret. Texts that others choose are scrubbed, these and the notes.
        logger.safe('request', {
          request_id: info.id,
          caller_request_id: info.callerRequestId && scrubText(info.callerRequestId),
          trace_id: info.traceparent.slice(3, 35),
          method: info.method,
          route,
          status,
          duration_ms: Math.round(durationMs * 10) / 10,
          ip: info.ip,
          aborted: response.writableFinished ? undefined : true,
          ...notes,
        } satisfies Partial<Record<keyof typeof logFields, unknown>>);
      });
      next();
    };
    if (quiet.test(request.path)) begin();
    else requests.start.runStores(trace, begin);
  };
}

/** The path of the matched route, never the path that was sent: callers must not be able to add metric labels. */
function routeOf(request: Request): string {
  return (request.route as { path?: string } | undefined)?.path ?? 'unmatched';
}
