import { ApiError } from '@latchkey/contracts';
import { parseRequest, type ParsedRequest, type ParseOptions, type RawRequest } from '../src/index.ts';

const empty: RawRequest = {
  query: '',
  contentType: undefined,
  contentEncoding: undefined,
  body: Buffer.alloc(0),
  headers: {},
};

export function queryRequest(query: string, rest: Partial<RawRequest> = {}): RawRequest {
  return { ...empty, query, ...rest };
}

export function formRequest(body: string | Buffer, rest: Partial<RawRequest> = {}): RawRequest {
  return { ...empty, contentType: 'application/x-www-form-urlencoded', body: Buffer.from(body), ...rest };
}

/** Text and bytes are sent as they are, anything else as its JSON. */
export function jsonRequest(body: unknown, rest: Partial<RawRequest> = {}): RawRequest {
  const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.from(body) : JSON.stringify(body);
  return { ...empty, contentType: 'application/json', body: Buffer.from(bytes), ...rest };
}

/** Every leaf and its value, as a handler could read them. */
export function leavesOf(parsed: ParsedRequest): Record<string, unknown> {
  return Object.fromEntries(parsed.names().map((name) => [name, parsed.value(name)]));
}

export function readLeaves(raw: RawRequest, options?: ParseOptions): Record<string, unknown> {
  return leavesOf(parseRequest(raw, options));
}

/** What `act` throws, as a caller would see it: code, and field where one is named. Anything unknown goes on. */
export function faultOf(act: () => unknown): { code: string; field?: string } | 'no fault' {
  try {
    act();
    return 'no fault';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.field === undefined ? { code: error.code } : { code: error.code, field: error.field };
  }
}

export function parseFault(raw: RawRequest, options?: ParseOptions) {
  return faultOf(() => parseRequest(raw, options));
}
