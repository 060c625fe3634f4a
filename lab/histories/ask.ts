import { readAnswer, type Answer } from '../../infra/local/raw-requests.ts';
import { refused } from './check-history.ts';
import type { Seen } from './recorder.ts';

/** What came over the wire; undefined where nothing did. */
export type Reply = Answered | undefined;
export type Answered = Answer;

/** A client waits this long; what it has asked for may still happen. */
const patienceMs = 12_000;

/** Posts a form, or JSON. `cutMs`: the client hangs up by then. */
export function post(url: string, { form, json, headers = {}, cutMs = patienceMs }: Request): Promise<Reply> {
  const body = json === undefined ? new URLSearchParams(form) : JSON.stringify(json);
  const type = json === undefined ? {} : { 'content-type': 'application/json' };
  return send(url, { method: 'POST', body, headers: { ...type, ...headers } }, cutMs);
}

export function get(url: string, headers: Record<string, string>): Promise<Reply> {
  return send(url, { headers }, patienceMs);
}

async function send(url: string, { headers, ...init }: RequestInit, cutMs: number): Promise<Reply> {
  const all = { accept: 'application/json', ...(headers as Record<string, string>) };
  const signal = AbortSignal.timeout(cutMs);
  return fetch(url, { ...init, signal, headers: all })
    .then(readAnswer)
    .catch(() => undefined);
}

interface Request {
  readonly form?: Record<string, string>;
  readonly json?: object;
  readonly headers?: Record<string, string>;
  readonly cutMs?: number;
}

/** What a failure is called, at sso and in an envelope. */
export const codeOf = (reply: Reply) => (reply?.body['code'] ?? reply?.body['error'] ?? '') as string;

/** Answers that the contract allows nowhere: they end the run as a fault of its own. */
export interface Oddities {
  add(what: string, reply: Reply): void;
}

/** Of a token, a limit: they say nothing about the object. */
const aboutTheCaller = /^(token_|session_revoked|throttled|slow_down|attempts_limited|invalid_client)/;

/**
 * What an answer means for the object: by its code, as `codes` names it, else refused. No answer and a server's failure
 * leave the outcome open. `success` reads a 200.
 */
export function readReply(
  reply: Reply,
  what: string,
  {
    success,
    codes,
    odd,
  }: { success: (answer: Answered) => Seen; codes: Readonly<Record<string, string>>; odd: Oddities },
): Seen {
  if (reply === undefined || reply.status >= 500) {
    if (reply !== undefined && ![502, 503].includes(reply.status)) odd.add(what, reply);
    return { answer: null };
  }
  if (reply.status === 200) return success(reply);
  const code = codeOf(reply);
  const answer = codes[code];
  if (answer !== undefined) return { answer };
  if (!aboutTheCaller.test(code)) odd.add(what, reply);
  return { answer: refused };
}
