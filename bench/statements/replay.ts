import pg from 'pg';
import type { SentStatement } from '../inside/record-statements.ts';
import { createTally, type Result } from '../measure/result.ts';

/** What one service sent for one request, and where. */
export interface RequestStatements {
  readonly database: string;
  readonly statements: readonly SentStatement[];
}

/** As many as the largest pool of a service. */
const connections = 20;

/** Sends recorded statements through bare pg: those of one request one after another, those of several at once. */
export async function connectReplay(urls: readonly string[]) {
  const open = async (url: string) => {
    const client = new pg.Client({
      connectionString: url,
      options: '-c timezone=UTC -c random_page_cost=1.1',
    });
    await client.connect();
    return [url, client] as const;
  };
  const lanes = await Promise.all(
    Array.from({ length: connections }, async () => new Map(await Promise.all(urls.map(open)))),
  );
  return {
    /** Takes from `next` until it has no more. */
    async run(next: () => readonly RequestStatements[] | undefined): Promise<Result> {
      const tally = createTally();
      await Promise.all(lanes.map((lane) => runLane(lane, next, tally)));
      return tally.end();
    },
    close: () => Promise.all(lanes.flatMap((lane) => [...lane.values()].map((client) => client.end()))),
  };
}

async function runLane(
  lane: ReadonlyMap<string, pg.Client>,
  next: () => readonly RequestStatements[] | undefined,
  tally: ReturnType<typeof createTally>,
): Promise<void> {
  for (let request = next(); request !== undefined; request = next()) {
    const startedAt = performance.now();
    for (const { database, statements } of request)
      for (const { values = [], ...statement } of statements)
        await lane
          .get(database)
          ?.query({ ...statement, values: [...values] })
          .catch((error: unknown) => tally.fail(String(error)));
    tally.done(startedAt);
  }
}
