import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel, type TracingChannel } from 'node:diagnostics_channel';
import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Span,
  type SpanOptions,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { calls, requests, statements, type RequestTrace } from './channels.ts';
import { nameStatement } from './name-statement.ts';
import { parseTraceparent, writeTraceparent } from './traceparent.ts';

interface TracingInput {
  readonly service: string;
  readonly version: string;
  /** Where the collector takes OTLP over HTTP, without `/v1/traces`. */
  readonly endpoint: string;
  /** Called when spans could not be sent. They are lost; nothing else is. */
  readonly onError: (reason: string) => void;
}

/** What ioredis says of a command. Its arguments stay there. */
interface Command {
  readonly command: string;
}

type Open = WeakMap<object, Span>;

/**
 * Makes a span of each request, and in it one of each call to a sibling, statement and Redis command that the request
 * causes, and sends them by OTLP. What background jobs do makes none. A batch that serves several requests is in the trace
 * of its first. No attribute holds a value that a caller sent: only routes, names of commands, and of a statement what it
 * does to which table. The result sends what is left.
 * Source: contract part 0 "Every service".
 */
export function startTracing({ service, version, endpoint, onError }: TracingInput): () => Promise<void> {
  const logger = { error: onError, warn: onError, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, DiagLogLevel.WARN);
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const named = { 'service.name': service, 'service.version': version };
  const provider = new TracerProvider({
    resource: detectResources({ detectors: [envDetector] }).merge(resourceFromAttributes(named)),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const tracer = provider.getTracer('latchkey', version);
  const active = new AsyncLocalStorage<Span>();
  followRequests(tracer, active);
  const within = (name: string, options: SpanOptions) => {
    const parent = active.getStore();
    return parent && tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent));
  };
  followActs(calls, (call) => {
    const span = within(`POST ${call.path}`, {
      kind: SpanKind.CLIENT,
      attributes: { 'peer.service': call.service, 'http.request.method': 'POST', 'url.template': call.path },
    });
    if (span) call.traceparent = writeTraceparent(span.spanContext());
    return span;
  });
  followActs(statements, ({ text }) => {
    const name = nameStatement(text);
    return within(name, { kind: SpanKind.CLIENT, attributes: ofDatabase('postgresql', name) });
  });
  followActs(tracingChannel<unknown, Command>('ioredis:command'), ({ command }) =>
    within(command, { kind: SpanKind.CLIENT, attributes: ofDatabase('redis', command) }),
  );
  return async () => {
    // A collector that is down must not keep a process from ending.
    const late = new Promise((resolve) => setTimeout(resolve, flushLimitMs).unref());
    await Promise.race([provider.shutdown(), late]);
  };
}

const flushLimitMs = 1_000;
const ignore = () => undefined;

function ofDatabase(system: string, name: string) {
  return { 'db.system.name': system, 'db.operation.name': name };
}

/** All that runs in the request's own turn and after it finds its span in `active`. */
function followRequests(tracer: Tracer, active: AsyncLocalStorage<Span>): void {
  const open: Open = new WeakMap();
  requests.start.bindStore(active, (request) => {
    const caller = parseTraceparent(request.sent);
    const from =
      caller === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true });
    const attributes = { 'http.request.method': request.method };
    const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes }, from);
    open.set(request, span);
    request.traceparent = writeTraceparent(span.spanContext());
    return span;
  });
  requests.asyncEnd.subscribe((message) => {
    const { method, requestId = '', route = '', status = 0 } = message as RequestTrace;
    const span = open.get(message as object);
    span?.updateName(`${method} ${route}`);
    span?.setAttributes({
      'http.route': route,
      'http.response.status_code': status,
      'latchkey.request_id': requestId,
    });
    if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
}

/** Opens a span with each act of a channel, and closes it with the act. */
function followActs<Message extends object>(
  channel: TracingChannel<unknown, Message>,
  start: (message: Message) => Span | undefined,
): void {
  const open: Open = new WeakMap();
  channel.subscribe({
    start(message) {
      const span = start(message);
      if (span) open.set(message, span);
    },
    end: ignore,
    asyncStart: ignore,
    error: (message) => failSpan(open.get(message), (message as { error?: unknown }).error),
    asyncEnd(message) {
      const { status } = message as { status?: number };
      if (status !== undefined) open.get(message)?.setAttribute('http.response.status_code', status);
      open.get(message)?.end();
    },
  });
}

/** Marks a span as failed, by the code or the name of the error. Its message may hold what a caller sent. */
function failSpan(span: Span | undefined, error: unknown): void {
  const { code, name } = (error ?? {}) as { readonly code?: string; readonly name?: string };
  span?.setStatus({ code: SpanStatusCode.ERROR });
  span?.setAttribute('error.type', code ?? name ?? 'unknown');
}
