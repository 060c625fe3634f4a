import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printTable } from './print-table.ts';

/** What one scenario of `npm run test:scale` came to. */
export interface ScenarioRow {
  readonly scenario: string;
  readonly requests: number;
  /** Answers of 5xx and 429, by status; 0 is no answer at all. */
  readonly failed: Readonly<Record<string, number>>;
  /** Acts that were acknowledged and have not happened. */
  readonly lost: readonly string[];
  /** Acts that happened more than once. */
  readonly twice: readonly string[];
  /** Device authorizations that Redis has forgotten, whose devices begin again. */
  readonly begunAgain: number;
  readonly seconds: number;
}

/** Keeps the row for the table at the end of the command. */
export function keepRow(row: ScenarioRow): void {
  const { SCALE_ROWS: folder = '' } = process.env;
  writeFileSync(join(folder, `${readdirSync(folder).length}.json`), JSON.stringify(row));
}

const head = ['scenario', 'requests', 'failed', 'lost', 'twice', 'begun again', 'seconds'];

/** The table of all rows that were kept in the folder. */
export function printScenarios(folder: string): string {
  const rows = readdirSync(folder)
    .toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as ScenarioRow);
  return printTable(
    head,
    rows.map(({ scenario, requests, failed, lost, twice, begunAgain, seconds }) => {
      const counts = Object.entries(failed).map(([status, count]) => `${status}: ${count}`);
      const numbers = [lost.length, twice.length, begunAgain, Math.round(seconds)].map(String);
      return [scenario, String(requests), counts.join(', ') || '0', ...numbers];
    }),
  );
}
