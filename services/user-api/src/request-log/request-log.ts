/** A row for a credential check or a change of a session or factor. Holds no secret; kept for 90 days. */
export interface LogEntry {
  readonly id: string;
  readonly event: string;
  readonly outcome: 'success' | 'failure';
  /** Machine code of a failure. */
  readonly code: string | null;
  /** How the subject was authenticated, such as `password+totp`. */
  readonly method: string | null;
  readonly userId: string | null;
  readonly orgId: string | null;
  readonly clientId: string | null;
  readonly ip: string;
  readonly userAgent: string;
  readonly createdAt: Date;
}

export interface RequestLogStore {
  add(entry: LogEntry): Promise<void>;
}

/** Where a request comes from, as throttling and the request log see it. */
export interface Origin {
  readonly ip: string;
  readonly userAgent: string;
  readonly traceparent: string;
}

export function originOf(request: {
  readonly ip: string;
  readonly traceparent: string;
  header(name: string): string | undefined;
}): Origin {
  return { ip: request.ip, userAgent: request.header('user-agent') ?? '', traceparent: request.traceparent };
}
