import { randomUUID } from 'node:crypto';
import type { Logger } from '@latchkey/process';
import type { NextFunction, Request, Response } from 'express';
import { senderLeftStatus } from './http-status.ts';
import type { Metrics } from './metrics.ts';
import { readRequestInfo, type RequestInfo } from './request-info.ts';

/** Probes and scrapes come every few seconds. They are counted and not logged. */
const quiet = /^\/(health\/|metrics$)/;

interface RequestLog {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly newRequestId?: () => string;
  /** Milliseconds of a clock that nobody sets. */
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
  return (request: Request, response: Response, next: NextFunction): void => {
    const startedAtMs = monotonicMs();
    const ageMs = () => monotonicMs() - startedAtMs;
    const notes: Record<string, string> = {};
    const note = (fields: Record<string, string>) => void Object.assign(notes, fields);
    const info = readRequestInfo(request, { id: newRequestId(), note, ageMs, refusedKey });
    response.locals['info'] = info;
    response.on('close', () => {
      const durationMs = ageMs();
      // The path of the matched route, never the path that was sent: callers must not be able to add metric labels.
      const route = (request.route as { path?: string } | undefined)?.path ?? 'unmatched';
      const status = response.headersSent ? response.statusCode : senderLeftStatus;
      metrics.countRequest(route, request.method, status, durationMs / 1000);
      if (quiet.test(info.path)) return;
      logger.info('request', {
        request_id: info.id,
        ...(info.callerRequestId === undefined ? {} : { caller_request_id: info.callerRequestId }),
        trace_id: info.traceparent.slice(3, 35),
        method: request.method,
        route,
        status,
        duration_ms: Math.round(durationMs * 10) / 10,
        ip: info.ip,
        ...(response.writableFinished ? {} : { aborted: true }),
        ...notes,
      });
    });
    next();
  };
}
