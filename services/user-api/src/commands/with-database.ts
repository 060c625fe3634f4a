import { ApiError } from '@latchkey/contracts';
import { isDependencyLost } from '@latchkey/database';
import { connectDatabase } from '../connect.ts';
import type { Database } from '../store/database.ts';

/** What a command prints: sentences and values, or with --json the values, or the facts where there are any. */
export interface Report {
  readonly sentences: readonly string[];
  readonly values: Readonly<Record<string, string>>;
  readonly facts?: object;
}

/** Works on the database of the service once it has every migration, and closes it. */
export async function withDatabase<Result>(
  config: Parameters<typeof connectDatabase>[0],
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { database, checkMigrations } = connectDatabase(config);
  try {
    await checkMigrations().catch(refuseUnmigrated);
    return await work(database);
  } catch (error) {
    throw nameOption(error);
  } finally {
    await database.close();
  }
}

function refuseUnmigrated(error: unknown): never {
  if (isDependencyLost(error)) throw error;
  const reason = error instanceof Error ? error.message : String(error);
  throw new Error(`the database is not migrated (${reason}).`, { cause: error });
}

export function layOut({ sentences, values, facts }: Report, asJson: boolean): string {
  if (asJson) return `${JSON.stringify(facts ?? values)}\n`;
  const width = Math.max(...Object.keys(values).map((name) => name.length));
  const lines = Object.entries(values).map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  return `${[...sentences, ...lines].join('\n')}\n`;
}

const options: Readonly<Record<string, string>> = {
  grant_types: '--grants',
  token_endpoint_auth_method: '--auth',
};

/** A refused field of a client, under the option that gives it. */
function nameOption(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.field === undefined) return error;
  const option = options[error.field] ?? `--${error.field.replaceAll('_', '-')}`;
  return new Error(`${option}: ${error.message}.`, { cause: error });
}
