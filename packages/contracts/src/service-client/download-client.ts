import { calls, type CallTrace } from '@latchkey/tracing';
import { request } from 'undici';
import { ApiError, withoutSlash, type Contract, type SentFields } from '../index.ts';
import { readAnswer, type Refusal } from './read-answer.ts';
import { msLeftHeader, shareOfSibling, usualLimitMs } from './service-client.ts';

/** What a sibling sends as it makes it, or its refusal. */
export type DownloadAnswer = { readonly ok: true; readonly pieces: AsyncIterable<Uint8Array> } | Refusal;

/** Opens a file of a sibling's public route; rejects with upstream_unavailable when it does not begin in time. */
export type DownloadClient = <Called extends Contract>(call: {
  readonly to: Called;
  readonly body: SentFields<Called['input']>;
  readonly traceparent: string;
}) => Promise<DownloadAnswer>;

interface DownloadClientInput {
  readonly service: string;
  readonly baseUrl: string;
}

const retryAfterSeconds = 5;
/** Between two pieces. */
const stallLimitMs = 30_000;

/**
 * The client of files that a sibling sends piece by piece: the answer begins within the limit of the call, and then takes
 * as long as it is read. It is not repeated. Where the sibling cuts it off, so does reading it.
 */
export function createDownloadClient(input: DownloadClientInput): DownloadClient {
  const { service, baseUrl } = input;
  return async ({ to: { path, limitMs = usualLimitMs }, body, traceparent }) => {
    const trace: CallTrace = { service, path, traceparent };
    const open = async (): Promise<DownloadAnswer> => {
      const response = await request(withoutSlash(baseUrl) + path, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          ...(trace.traceparent !== undefined && { traceparent: trace.traceparent }),
          [msLeftHeader]: String(Math.floor(limitMs * shareOfSibling)),
        },
        body: JSON.stringify(body),
        headersTimeout: limitMs,
        bodyTimeout: stallLimitMs,
      });
      const { statusCode: status, body: sent } = response;
      trace.status = status;
      if (status === 200) return { ok: true, pieces: sent };
      const answer = await readAnswer({ ok: false, status, json: () => sent.json() }, false);
      if (answer.ok) throw new Error(`answered ${status}`);
      return answer;
    };
    try {
      return await calls.tracePromise(open, trace);
    } catch (cause) {
      const spec = { code: 'upstream_unavailable', message: `${service} is not available` } as const;
      throw new ApiError(spec, { retryAfterSeconds, cause });
    }
  };
}
