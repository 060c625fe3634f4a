/** The fields of a request's log line: what each is. Source: contract part 0 "Every service". */
export const logFields = {
  timestamp: 'ISO 8601, in UTC',
  level: 'info for a request',
  service: 'sso, user-api or drop',
  message: 'request',
  request_id: 'made by the service, answered as X-Request-Id',
  caller_request_id: 'the X-Request-Id that the caller sent, if it is plain',
  trace_id: 'the trace of the request and of the calls that it causes',
  method: 'as sent',
  route: 'path of the route, or unmatched; never the path that was sent',
  status: 'of the answer; 499 where the sender left',
  duration_ms: 'from the headers to the end of the answer',
  ip: 'address of the caller, or of the person for whom a sibling calls',
  aborted: 'true where the answer broke off',
  code: 'of a failure',
  detail: 'why it failed; never sent',
  caller: 'the sibling whose key was shown',
  principal_id: 'account or client that the token speaks for',
  client_id: 'client that has signed in at sso',
} as const;

/** Fields that an access or a handler adds. */
export type NotedField = 'code' | 'detail' | 'caller' | 'principal_id' | 'client_id';
