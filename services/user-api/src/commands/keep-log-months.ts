import { defineCommand } from '@latchkey/database';
import { loadMonthsConfig } from '../config.ts';
import { keepMonths } from '../request-log/log-months.ts';
import type { Database } from '../store/database.ts';
import { createLogMonths } from '../store/request-log/log-months.ts';
import { jsonOption } from './show-secrets.ts';
import { layOut, withDatabase, type Report } from './with-database.ts';

export const keepLogMonths = defineCommand({
  name: 'request-log months',
  summary: 'Makes the months of the request log that lie ahead, and drops old ones.',
  details:
    'It drops those whose last row is 90 days old. To be run every day; any number may run at once. Needs only DATABASE_URL.',
  options: jsonOption,
  run: async ({ json }, { env }) => layOut(await withDatabase(loadMonthsConfig(env), keep), json),
});

async function keep(database: Database): Promise<Report> {
  const months = createLogMonths(database);
  const { made, dropped, inUse, end } = await keepMonths(months, await months.findTime());
  return {
    sentences: [
      ...made.map((month) => `Made ${month}.`),
      ...dropped.map(({ month, rows }) => `Dropped ${month} with ${rows} rows.`),
      ...(inUse === null ? [] : [`${inUse} is in use. It stays until the next run.`]),
      `The request log has months until ${end.toISOString().slice(0, 10)}.`,
    ],
    values: {},
    facts: { made, dropped, in_use: inUse, end },
  };
}
