import * as oauth from 'oauth4webapi';
import { createCause, wordFailure } from '../failure-words.ts';
import { LatchkeyError, readFailureHeaders, type FailureDetails } from '../latchkey-error.ts';

/**
 * How a call of sso went. `none`: nobody can tell whether the service did what it was asked, because no answer came, a
 * 5xx came, or what came is not an answer of OAuth.
 */
export type Answer<T> =
  | { readonly type: 'ok'; readonly value: T }
  | {
      readonly type: 'refused';
      readonly error: LatchkeyError;
      readonly intervalSeconds?: number;
      /** The device must be given the number that the approval page shows. */
      readonly asksNumber?: boolean;
    }
  | { readonly type: 'none'; readonly error: LatchkeyError };

/** Waits for a call of the service at `address` and says how it went; it throws nothing. */
export async function readAnswer<T>(
  call: () => Promise<T>,
  { address, nowMs }: { readonly address: string; readonly nowMs: () => number },
): Promise<Answer<T>> {
  try {
    return { type: 'ok', value: await call() };
  } catch (cause) {
    if (cause instanceof LatchkeyError)
      return { type: cause.code === 'no_answer' ? 'none' : 'refused', error: cause };
    const response = findResponse(cause);
    const details = response === undefined ? {} : readFailureHeaders(response.headers, nowMs());
    const body = await readErrorBody(cause);
    if (body === undefined || response === undefined || response.status >= 500)
      return { type: 'none', error: createNoAnswer(address, cause, details) };
    const { error, error_description: description, interval, confirmation } = body;
    const message = typeof description === 'string' ? description : error;
    return {
      type: 'refused',
      error: new LatchkeyError(error, message, details),
      ...(typeof interval === 'number' ? { intervalSeconds: interval } : {}),
      ...(confirmation === 'number' ? { asksNumber: true } : {}),
    };
  }
}

/**
 * What was sent and what came hold tokens, and an error ends up in a log: nothing that quotes them goes along. `said` is
 * this library's own word on what came.
 */
export function createNoAnswer(
  address: string,
  cause: unknown,
  { said, ...details }: FailureDetails & { readonly said?: string } = {},
): LatchkeyError {
  const { origin } = new URL(address);
  const words = said ?? wordFailure(cause);
  if (cause instanceof SyntaxError || cause instanceof oauth.OperationProcessingError)
    return new LatchkeyError('no_answer', `${origin} sent an invalid response.`, details);
  const why = words === undefined ? '.' : `: ${words}`;
  return new LatchkeyError('no_answer', `${origin} did not answer${why}`, {
    ...details,
    ...createCause(cause),
  });
}

/** The value of an answer. Throws the error of any other. */
export function expectOk<T>(answer: Answer<T>): T {
  if (answer.type === 'ok') return answer.value;
  throw answer.error;
}

type ErrorBody = { readonly error: string } & Readonly<Record<string, unknown>>;

/** The body of RFC 6749 5.2, which oauth4webapi has checked; with a challenge in the headers it leaves it unread. */
async function readErrorBody(cause: unknown): Promise<ErrorBody | undefined> {
  if (cause instanceof oauth.ResponseBodyError) return { ...cause.cause, error: cause.error };
  if (!(cause instanceof oauth.WWWAuthenticateChallengeError)) return undefined;
  const body = (await cause.response.json().catch(() => undefined)) as ErrorBody | undefined;
  return typeof body?.error === 'string' ? body : undefined;
}

function findResponse(cause: unknown): Response | undefined {
  if (cause instanceof oauth.ResponseBodyError || cause instanceof oauth.WWWAuthenticateChallengeError)
    return cause.response;
  const inner = cause instanceof Error ? cause.cause : undefined;
  return inner instanceof Response ? inner : undefined;
}
