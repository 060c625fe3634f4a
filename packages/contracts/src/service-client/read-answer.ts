type Body = Record<string, unknown>;

/** A sibling's refusal, in the words of either vocabulary. */
export interface Refusal {
  ok: false;
  code: string;
  message: string;
  field?: string;
  about?: Readonly<Record<string, string>>;
  retryAfterSeconds?: number;
}

/**
 * Codes by which a sibling refuses the master key, the only credential of these calls. What it thinks of a token in
 * the body is data, as in RFC 7662.
 */
const keyRefusals = new Set(['token_missing', 'token_invalid', 'invalid_token']);
const serverFaults = new Set([
  'internal',
  'server_error',
  'upstream_unavailable',
  'overloaded',
  'temporarily_unavailable',
]);

/**
 * The sibling's answer without its envelope (contract part 0 "Envelope"), or its refusal. Rejects with a plain Error
 * when no caller can act upon the answer: it is no JSON object, the sibling has failed, or it refuses the master key
 * that the call has shown.
 */
export async function readAnswer(
  response: Pick<Response, 'ok' | 'status' | 'json'>,
  showsKey: boolean,
): Promise<{ ok: true; data: Body } | Refusal> {
  const body: unknown = await response.json();
  if (!isRecord(body)) throw new Error(`answered ${response.status} without a JSON object`);
  if (response.ok) return { ok: true, data: dataOf(body) };
  const code = body['code'] ?? body['error'];
  if (typeof code !== 'string' || serverFaults.has(code)) throw new Error(`answered ${response.status}`);
  if (showsKey && keyRefusals.has(code)) throw new Error('refused the service master key');
  return refusalOf(code, body);
}

function dataOf(body: Body): Body {
  if (body['status'] !== 1) return body;
  if (!isRecord(body['data'])) throw new Error('answered an envelope without data');
  return body['data'];
}

function refusalOf(code: string, body: Body): Refusal {
  const { message = body['error_description'], field, about, retry_after: retryAfter } = body;
  return {
    ok: false,
    code,
    message: typeof message === 'string' ? message : code,
    ...(typeof field === 'string' ? { field } : {}),
    ...(isRecord(about) ? { about: about as Record<string, string> } : {}),
    ...(typeof retryAfter === 'number' ? { retryAfterSeconds: retryAfter } : {}),
  };
}

function isRecord(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
