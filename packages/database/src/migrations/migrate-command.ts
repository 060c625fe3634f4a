import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { applyMigrations, markRolledBack } from './apply-migrations.ts';
import { readDatabaseName } from './database.ts';

const usage = `Usage, in a service's folder with DATABASE_URL set:
  latchkey-migrate                     apply prisma/migrations
  latchkey-migrate new <snake_case>    write the migration from the last one to prisma/schema.prisma
  latchkey-migrate rolled-back <name>  let a failed migration be tried again`;

/** The schema engine appends its own call trace to its sentence. */
function readSentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message.replace(/\n +0: [^]*$/, '').trim();
}

async function apply(databaseUrl: string, serviceDir: string): Promise<string> {
  const applied = await applyMigrations({ databaseUrl, serviceDir });
  const name = readDatabaseName(databaseUrl);
  return applied.length === 0
    ? `Database ${name} is up to date.`
    : `Database ${name}: applied ${applied.join(', ')}.`;
}

async function draft(databaseUrl: string, prismaDir: string, name: string): Promise<string> {
  if (!/^[a-z0-9_]+$/.test(name)) throw new Error('A migration name is lower case letters, digits and "_".');
  const { createMigration } = await import('./draft/create-migration.ts').catch((error: unknown) => {
    throw new Error('The schema engine is not installed: draft migrations in a checkout.', { cause: error });
  });
  const path = await createMigration({
    databaseUrl,
    migrationsDir: join(prismaDir, 'migrations'),
    schemaPath: join(prismaDir, 'schema.prisma'),
    name,
    nowMs: Date.now(),
  });
  return path === undefined ? 'The schema did not change; nothing written.' : `Wrote ${path}.`;
}

async function run(args: string[], serviceDir: string, databaseUrl: string | undefined): Promise<string> {
  if (databaseUrl === undefined || databaseUrl === '') throw new Error('DATABASE_URL is not set.');
  readDatabaseName(databaseUrl);
  const prismaDir = join(serviceDir, 'prisma');
  const migrationsDir = join(prismaDir, 'migrations');
  const [action, name] = args;
  if (args.length === 2 && action === 'new' && name !== undefined) return draft(databaseUrl, prismaDir, name);
  if (args.length === 2 && action === 'rolled-back' && name !== undefined) {
    await markRolledBack(databaseUrl, name);
    return `Marked ${name} as rolled back; the next run tries it again.`;
  }
  if (args.length > 0) throw new Error(usage);
  if (!existsSync(migrationsDir)) throw new Error(`${migrationsDir} does not exist.`);
  return apply(databaseUrl, serviceDir);
}

/**
 * The `latchkey-migrate` command, run in a service's folder. Prints one line and returns the exit code: 0 when done,
 * 1 with the reason on stderr.
 */
export async function runMigrateCommand(
  args: string[],
  serviceDir: string,
  databaseUrl: string | undefined,
): Promise<number> {
  try {
    console.log(await run(args, serviceDir, databaseUrl));
    return 0;
  } catch (error) {
    console.error(`latchkey-migrate: ${readSentence(error)}`);
    return 1;
  }
}
