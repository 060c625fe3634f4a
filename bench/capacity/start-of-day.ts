import { withClient } from '@latchkey/database';
import type { Urls } from '../../infra/local/environment.ts';
import { demo, fromNetwork, openConfirmation } from '../../infra/local/person.ts';
import { startDevice } from '../../infra/local/raw-requests.ts';
import { readCpuSeconds } from '../load/processes.ts';

const people = 200;

/** Accounts with the password of the demo. */
export function addPeople(databaseUrl: string): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    await client.query(
      `insert into users (id, email, name, kind, status, password_hash, email_verified_at, created_at, updated_at)
      select gen_random_uuid(), 'person' || n || '@bench.test', 'Person', 'user', 'active', u.password_hash, now(), now(), now()
      from users u, generate_series(1, $1::int) n where u.email = $2`,
      [people, demo.email],
    );
  });
}

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
      const person = { email: `person${at + 1}@bench.test`, network: fromNetwork(at % networks) };
      const { shown } = await openConfirmation(urls, code, person);
      const outcome = `${shown.status} ${String(shown.body['outcome'] ?? shown.body['error'])}`;
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuMs = pids.map((pid, at) => ((readCpuSeconds(pid) - (cpuBefore[at] ?? 0)) * 1000) / people);
  return { counts, seconds, cpuMs };
}
