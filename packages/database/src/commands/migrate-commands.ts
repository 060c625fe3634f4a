import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { applyMigrations, markRolledBack } from '../migrations/apply-migrations.ts';
import { readDatabaseName, waitForServer } from '../migrations/database.ts';
import { defineCommand, type Command, type Shell } from './command-line.ts';

interface MigrateOptions {
  /** The folder that holds `prisma/`. */
  readonly serviceDir: string;
  readonly readDatabaseUrl: (env: Shell['env']) => string;
}

/** The commands that every service has: `migrate`, `migrate new` and `migrate rolled-back`. */
export function createMigrateCommands({ serviceDir, readDatabaseUrl }: MigrateOptions): Command[] {
  const prismaDir = join(serviceDir, 'prisma');
  const migrationsDir = join(prismaDir, 'migrations');
  const define = (
    name: string,
    usage: string,
    summary: string,
    work: (databaseUrl: string, argument: string) => Promise<string>,
  ) =>
    defineCommand({
      name,
      usage,
      summary,
      options: { wait: { type: 'string' } },
      read: ({ wait }, argument) => ({ argument, waitSeconds: readSeconds(wait) }),
      run: ({ argument, waitSeconds }, { env }) => {
        const databaseUrl = readDatabaseUrl(env);
        readDatabaseName(databaseUrl);
        const done = waitForServer(databaseUrl, waitSeconds * 1000).then(() => work(databaseUrl, argument));
        return done.then(
          (sentence) => `${sentence}\n`,
          (error: unknown) => {
            // Nothing else than the sentence: the reason says which address did not answer.
            // oxlint-disable-next-line preserve-caught-error
            throw new Error(readSentence(error));
          },
        );
      },
    });
  return [
    define(
      'migrate',
      '[--wait SECONDS]',
      'Applies prisma/migrations to DATABASE_URL, and makes the database if it is missing. Waits two minutes at most\nfor a server that does not answer yet.',
      (url) => {
        if (!existsSync(migrationsDir)) throw new Error(`${migrationsDir} does not exist.`);
        return apply(url, serviceDir);
      },
    ),
    define(
      'migrate new',
      'NAME',
      'Writes the migration from the last one to prisma/schema.prisma. Only in a checkout.',
      (url, name) => draft(url, prismaDir, name),
    ),
    define(
      'migrate rolled-back',
      'NAME',
      'Lets a migration that failed be tried again.',
      async (url, name) => {
        await markRolledBack(url, name);
        return `Marked ${name} as rolled back; the next run tries it again.`;
      },
    ),
  ];
}

/** A server that starts beside a job answers within two minutes. */
const usualWaitSeconds = 120;

function readSeconds(text: string | undefined): number {
  const seconds = text === undefined ? usualWaitSeconds : Number(text);
  if (Number.isInteger(seconds) && seconds >= 0) return seconds;
  throw new Error('--wait must be a whole number of seconds.');
}

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
  const { createMigration } = await import('../migrations/draft/create-migration.ts').catch(
    (error: unknown) => {
      throw new Error('The schema engine is not installed: draft migrations in a checkout.', {
        cause: error,
      });
    },
  );
  const path = await createMigration({
    databaseUrl,
    migrationsDir: join(prismaDir, 'migrations'),
    schemaPath: join(prismaDir, 'schema.prisma'),
    name,
    nowMs: Date.now(),
  });
  return path === undefined ? 'The schema did not change; nothing written.' : `Wrote ${path}.`;
}
