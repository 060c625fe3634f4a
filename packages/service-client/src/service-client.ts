import type { Contract, InferFields, SentFields } from '@latchkey/contracts';
import { ApiError, type ErrorSpec } from '@latchkey/errors';
import { readAnswer, type Refusal } from './read-answer.ts';
import { readData } from './read-data.ts';

/** One POST to a sibling, by the contract that both ends share. */
interface ContractCall<Called extends Contract> {
  to: Called;
  body: SentFields<Called['input']>;
  /** That of the request which causes the call. */
  traceparent?: string;
}

/** What a sibling answered: the data of its success, or the code of its refusal. */
type ContractAnswer<Called extends Contract> = { ok: true; data: InferFields<Called['output']> } | Refusal;

/** Calls one sibling; rejects with upstream_unavailable when it gives no valid answer in time. */
export type ContractClient = <Called extends Contract>(
  call: ContractCall<Called>,
) => Promise<ContractAnswer<Called>>;

/** One POST to a sibling: a path from the root, a JSON body, and the traceparent of the request that causes it. */
export interface ServiceCall {
  path: `/${string}`;
  body: object;
  traceparent?: string;
}

/** What a sibling answered: the data of its success, or the code of its refusal. */
export type ServiceAnswer = { ok: true; data: Record<string, unknown> } | Refusal;

/** Calls one sibling; rejects with upstream_unavailable when it gives no readable answer in time. */
export type ServiceClient = (call: ServiceCall) => Promise<ServiceAnswer>;

interface SentCall {
  readonly path: string;
  readonly body: unknown;
  readonly traceparent?: string;
}

interface ServiceClientInput {
  /** Name of the sibling, for the error. */
  service: string;
  baseUrl: string;
  masterKey: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  timeLimitMilliseconds?: number;
}

const retryAfterSeconds = 5;

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
 * The HTTP client of one sibling (contract part 0 "Service-to-service calls"): 2 s for the whole call, one retry, and
 * that only when the connection could not be made, as a call cut off later may have spent something. The master key
 * goes to paths under /internal/v1/ and to no other, and follows no redirect.
 */
export function createServiceClient(input: ServiceClientInput): ContractClient & ServiceClient {
  const { timeLimitMilliseconds = 2_000 } = input;
  const unavailable: ErrorSpec = {
    code: 'upstream_unavailable',
    message: `${input.service} is not available`,
  };
  const ask = async <Data>(sent: SentCall, read: (data: Record<string, unknown>) => Data) => {
    const signal = AbortSignal.timeout(timeLimitMilliseconds);
    const send = async () =>
      await input.fetch(urlOf(input.baseUrl, sent.path), requestOf(input, sent, signal));
    try {
      const answer = await readAnswer(
        await send().catch((error: unknown) => (isUnsent(error) ? send() : Promise.reject(error))),
        showsKey(sent),
      );
      return answer.ok ? { ok: true as const, data: read(answer.data) } : answer;
    } catch (cause) {
      throw new ApiError(unavailable, { retryAfterSeconds, cause });
    }
  };
  function call<Called extends Contract>(made: ContractCall<Called>): Promise<ContractAnswer<Called>>;
  function call(made: ServiceCall): Promise<ServiceAnswer>;
  function call(made: ServiceCall | ContractCall<Contract>) {
    if (!('to' in made)) return ask(made, (data) => data);
    const { to, ...sent } = made;
    return ask({ ...sent, path: to.path }, (data) => readData(data, to));
  }
  return call;
}

function urlOf(baseUrl: string, path: string): string {
  return baseUrl.replace(/\/$/, '') + path;
}

function showsKey({ path }: SentCall): boolean {
  return path.startsWith('/internal/v1/');
}

function requestOf(input: ServiceClientInput, call: SentCall, signal: AbortSignal): RequestInit {
  return {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(showsKey(call) ? { authorization: `Bearer ${input.masterKey}` } : {}),
      ...(call.traceparent === undefined ? {} : { traceparent: call.traceparent }),
    },
    body: JSON.stringify(call.body),
    redirect: 'error',
    signal,
  };
}

/** fetch hides the system's code in the cause of its TypeError. */
function isUnsent(error: unknown): boolean {
  const cause = typeof error === 'object' && error !== null && 'cause' in error ? error.cause : undefined;
  return (
    typeof cause === 'object' && cause !== null && 'code' in cause && unsentCodes.has(String(cause.code))
  );
}
