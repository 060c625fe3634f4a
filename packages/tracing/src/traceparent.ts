import { randomUUID } from 'node:crypto';

/** What a `traceparent` names: a trace, and the span that is the parent of what follows. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

const traceContext = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Reads a valid `traceparent` (W3C Trace Context 3.2). */
export function parseTraceparent(sent: string | undefined): TraceParent | undefined {
  const [, traceId, spanId, flags] = (sent === undefined ? undefined : traceContext.exec(sent)) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}

export function writeTraceparent({ traceId, spanId, traceFlags }: TraceParent): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** Keeps the trace id of a valid `traceparent` and names a new parent; starts a trace otherwise. */
export function continueTrace(sent: string | undefined): string {
  // Node draws UUIDs in stock, and other random bytes for each call.
  const random = randomUUID();
  const { traceId, traceFlags } = parseTraceparent(sent) ?? {
    traceId: randomUUID().replaceAll('-', ''),
    traceFlags: 0,
  };
  return writeTraceparent({ traceId, spanId: `${random.slice(19, 23)}${random.slice(24)}`, traceFlags });
}
