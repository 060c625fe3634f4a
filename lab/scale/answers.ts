import { setTimeout as wait } from 'node:timers/promises';
import type { Urls } from '../../infra/local/environment.ts';
import { waitUntil } from '../../infra/local/ports.ts';
import type { Answer } from '../../infra/local/raw-requests.ts';

const isFailure = (status: number) => status === 429 || status >= 500;

/** Counts what `fetch` is answered by the services, whoever asks. `stop` puts the plain `fetch` back. */
export function countAnswers(urls: Urls) {
  const plain = globalThis.fetch;
  const failed: Record<string, number> = {};
  let requests = 0;
  const count = (status: number) => {
    requests += 1;
    if (status === 0 || isFailure(status)) failed[status] = (failed[status] ?? 0) + 1;
  };
  globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : input.toString();
    const isOurs = Object.values(urls).some((url: string) => address.startsWith(url));
    try {
      const answer = await plain(input, init);
      if (isOurs) count(answer.status);
      return answer;
    } catch (error) {
      if (isOurs) count(0);
      throw error;
    }
  };
  return {
    read: () => ({ requests, failed: { ...failed } }),
    stop: () => void (globalThis.fetch = plain),
  };
}

const pauseMs = 150;

/** An answer that judges the request, and whether one before it was a failure or did not come. */
export interface Judged {
  readonly answer: Answer;
  readonly hasFailed: boolean;
}

/** Longer than any fault takes to heal on a slow machine. */
const patienceSeconds = 120;

/** Sends the same again until it is judged. What throws is a failure too, as a page of the proxy that is no JSON. */
export async function insist(send: () => Promise<Answer>): Promise<Judged> {
  let answer: Answer | undefined;
  let reason: unknown;
  let hasFailed = false;
  await waitUntil(
    async () => {
      answer = await send().catch((error: unknown) => void (reason = error));
      if (answer !== undefined && !isFailure(answer.status)) return true;
      if (answer !== undefined) reason = `${answer.status} ${JSON.stringify(answer.body)}`;
      hasFailed = true;
      await wait(pauseMs);
      return false;
    },
    () => new Error(`a request always fails: ${String(reason)}`, { cause: reason }),
    patienceSeconds,
  );
  return { answer: answer as Answer, hasFailed };
}
