import { fileURLToPath } from 'node:url';
import { ApiError } from '@latchkey/contracts';
import { createMigrationCheck, isDependencyLost } from '@latchkey/database';
import { readCommand, usage } from './command-line.ts';
import { createClient, createOperator, keepLogMonths, type Command, type Report } from './commands.ts';
import { loadMonthsConfig, loadOperateConfig } from './config.ts';
import { createDatabase, type Database } from './store/database.ts';

/** Where a command reads its environment and prints. */
interface Shell {
  readonly env: Readonly<Record<string, string | undefined>>;
  print(text: string): void;
  complain(text: string): void;
}

/**
 * The command `latchkey-user-api`, which runs beside the service on its database. Answers the exit code: 0 when it is
 * done, 1 when it failed, 2 when it was not understood. Source: contract part 6 "First operator".
 */
export async function operate(args: string[], shell: Shell): Promise<number> {
  if (args.includes('--help') || args[0] === 'help') {
    shell.print(usage);
    return 0;
  }
  let command: Command;
  try {
    command = readCommand(args);
  } catch (error) {
    shell.complain(`${sentenceOf(error)}\nlatchkey-user-api --help shows what there is.\n`);
    return 2;
  }
  try {
    const report = await run(command, shell.env);
    shell.print(command.json ? `${JSON.stringify(report.facts ?? report.values)}\n` : layOut(report));
    return 0;
  } catch (error) {
    shell.complain(`latchkey-user-api: ${sentenceOf(error)}\n`);
    return 1;
  }
}

async function run(command: Command, env: Shell['env']): Promise<Report> {
  if (command.what === 'months') return withDatabase(loadMonthsConfig(env), keepLogMonths);
  const config = loadOperateConfig(env);
  return withDatabase(config, (database) =>
    command.what === 'operator'
      ? createOperator(command, config, database)
      : createClient(command, config, database),
  );
}

async function withDatabase(
  { DATABASE_URL: url }: { readonly DATABASE_URL: string },
  work: (database: Database) => Promise<Report>,
): Promise<Report> {
  const database = createDatabase(url);
  try {
    await assertMigrated(database);
    return await work(database);
  } finally {
    await database.close();
  }
}

async function assertMigrated(database: Database): Promise<void> {
  const check = createMigrationCheck({
    migrationsDir: fileURLToPath(new URL('../prisma/migrations', import.meta.url)),
    query: (sql) => database.query({ text: sql, values: [] }),
  });
  await check().catch((error: unknown) => {
    if (isDependencyLost(error)) throw new Error('the database does not answer.', { cause: error });
    throw new Error(`the database is not migrated (${sentenceOf(error)}).`, { cause: error });
  });
}

function layOut({ sentences, values }: Report): string {
  const width = Math.max(...Object.keys(values).map((name) => name.length));
  const lines = Object.entries(values).map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  return `${[...sentences, ...lines].join('\n')}\n`;
}

function sentenceOf(error: unknown): string {
  if (isDependencyLost(error)) return 'the database does not answer.';
  if (error instanceof ApiError && error.field !== undefined)
    return `${optionOf(error.field)}: ${error.message}.`;
  return error instanceof Error ? error.message : String(error);
}

const options: Readonly<Record<string, string>> = {
  grant_types: '--grants',
  token_endpoint_auth_method: '--auth',
};

/** The option that stands for a field of a client. */
function optionOf(field: string): string {
  return options[field] ?? `--${field.replaceAll('_', '-')}`;
}
