import type { Urls } from '../../../infra/local/environment.ts';
import { demo, fromNetwork, openConfirmation } from '../../../infra/local/person.ts';
import { startDevice } from '../../../infra/local/raw-requests.ts';
import { readCpuSeconds } from '../load/processes.ts';

const people = 200;

const emailOf = (at: number) => `person${at + 1}@bench.test`;

/** The addresses of those who sign in. */
export const emails = Array.from({ length: people }, (_, at) => emailOf(at));

/**
 * 200 people sign in on the page at one moment, from that number of networks. Answers how many were let in, the seconds
 * until the last answer, and the CPU of the processes in milliseconds for each who was.
 */
export async function measureStartOfDay(urls: Urls, pids: readonly number[], networks: number) {
  const codes: string[] = [];
  for (let at = 0; at < people; at += 1) codes.push((await startDevice(urls, demo.cli)).user_code);
  const cpuBefore = pids.map(readCpuSeconds);
  const startedAt = performance.now();
  const counts: Record<string, number> = {};
  await Promise.all(
    codes.map(async (code, at) => {
      const person = { email: emailOf(at), network: fromNetwork(at % networks) };
      const { shown } = await openConfirmation(urls, code, person);
      const outcome = `${shown.status} ${String(shown.body['outcome'] ?? shown.body['error'])}`;
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuMs = pids.map((pid, at) => ((readCpuSeconds(pid) - (cpuBefore[at] ?? 0)) * 1000) / people);
  return { counts, seconds, cpuMs };
}
