import { calls, type CallTrace } from '@latchkey/tracing';
import {
  ApiError,
  withoutSlash,
  type Contract,
  type ErrorSpec,
  type InferOutput,
  type SentFields,
} from '../index.ts';
import { readAnswer, type Refusal } from './read-answer.ts';
import { readData } from './read-data.ts';
import { sendPost, type SendPost } from './send-post.ts';

/** One POST to a sibling, by the contract that both ends share. */
interface ServiceCall<Called extends Contract> {
  readonly to: Called;
  readonly body: SentFields<Called['input']>;
  /** The traceparent of the request that causes the call. */
  readonly traceparent?: string;
}

/** What a sibling answered: the data of its success, or the code of its refusal. */
export type ServiceAnswer<Called extends Contract> =
  | { ok: true; data: InferOutput<Called['output']> }
  | Refusal;

/** Calls one sibling; rejects with upstream_unavailable when it gives no valid answer in time. */
export type ServiceClient = <Called extends Contract>(
  call: ServiceCall<Called>,
) => Promise<ServiceAnswer<Called>>;

interface ServiceClientInput {
  service: string;
  /** Where its public routes are called. */
  baseUrl: string;
  /** Where its internal routes are called; not given for a sibling that has none. */
  internalUrl?: string;
  /** The caller's own key, which internal routes know it by. */
  masterKey: string;
  /** In place of the real one, for tests. Its failures have the system's code. */
  send?: SendPost | undefined;
  /** In place of the limit of the call, for tests. */
  timeLimitMilliseconds?: number;
}

const retryAfterSeconds = 5;
/** Source: contract part 0 "Service-to-service calls". */
export const usualLimitMs = 2_000;

/** The header with the time that a sibling has left, in milliseconds. Source: contract part 0 "Service-to-service calls". */
export const msLeftHeader = 'latchkey-ms-left';
/** The rest of the limit is for the way there and back, and for a commit that has begun. */
export const shareOfSibling = 7 / 8;

/** Failures met before a byte was sent: nothing has happened at the sibling, so the call may be made again. */
const unsentCodes = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * The HTTP client of one sibling (contract part 0 "Service-to-service calls"): 2 s for the whole call, or the limit
 * of its contract, one retry, and that only when the connection could not be made, as a call cut off later may have spent something. The call says
 * how many milliseconds are left, so that it begins no commit that nobody waits for. The key goes
 * to paths under /internal/v1/ at `internalUrl` and to no other, and follows no redirect.
 */
export function createServiceClient(input: ServiceClientInput): ServiceClient {
  const { send = sendPost } = input;
  const unavailable: ErrorSpec = {
    code: 'upstream_unavailable',
    message: `${input.service} is not available`,
  };
  return async (call) => {
    const { path } = call.to;
    const limitMs = input.timeLimitMilliseconds ?? call.to.limitMs ?? usualLimitMs;
    const untilMs = performance.now() + limitMs * shareOfSibling;
    const limit = new AbortController();
    const timer = setTimeout(() => {
      limit.abort(new Error(`gave no answer in ${limitMs} ms`));
    }, limitMs);
    const trace: CallTrace = { service: input.service, path, traceparent: call.traceparent };
    const attempt = async () => {
      const { traceparent } = trace;
      const sent = { ...call, ...(traceparent !== undefined && { traceparent }) };
      return send(urlOf(input, path), postOf(input, sent, limit.signal, untilMs - performance.now()));
    };
    const ask = async () => {
      const response = await attempt().catch((error: unknown) =>
        isUnsent(error) ? attempt() : Promise.reject(error),
      );
      trace.status = response.status;
      return readAnswer(response, isInternal(path));
    };
    try {
      const answer = await calls.tracePromise(ask, trace);
      return answer.ok ? { ok: true, data: readData(answer.data, call.to) } : answer;
    } catch (cause) {
      throw new ApiError(unavailable, { retryAfterSeconds, cause });
    } finally {
      // AbortSignal.timeout would make its error also for a call that was answered, two seconds after it.
      clearTimeout(timer);
    }
  };
}

function urlOf({ service, baseUrl, internalUrl }: ServiceClientInput, path: string): string {
  const base = isInternal(path) ? internalUrl : baseUrl;
  if (base === undefined) throw new Error(`${service} has no address for ${path}`);
  return withoutSlash(base) + path;
}

function isInternal(path: string): boolean {
  return path.startsWith('/internal/v1/');
}

function postOf<Called extends Contract>(
  input: ServiceClientInput,
  { to, body, traceparent }: ServiceCall<Called>,
  signal: AbortSignal,
  msLeft: number,
): Parameters<SendPost>[1] {
  return {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(isInternal(to.path) ? { authorization: `Bearer ${input.masterKey}` } : {}),
      ...(traceparent === undefined ? {} : { traceparent }),
      [msLeftHeader]: String(Math.max(0, Math.floor(msLeft))),
    },
    body: JSON.stringify(body),
    signal,
  };
}

function isUnsent(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && unsentCodes.has(String(error.code))
  );
}
