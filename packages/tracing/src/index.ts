/**
 * What the services report of a request, a call to a sibling and an SQL statement, on channels of Node
 * (`node:diagnostics_channel`). ioredis has a channel of its own. Nobody listens unless a service starts to: metrics
 * always do, and spans are made only with `startTracing` of `@latchkey/tracing/start`, which loads OpenTelemetry.
 */
export { calls, type CallTrace, keepTrace, requests, type RequestTrace, statements } from './channels.ts';
export { timeChannel } from './time-channel.ts';
export { continueTrace } from './traceparent.ts';
