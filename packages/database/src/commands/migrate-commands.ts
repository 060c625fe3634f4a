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

/** A server that starts beside a job answers within two minutes. */
const usualWaitSeconds = 120;

const waitOption = {
  wait: {
    type: 'number',
    value: 'SECONDS',
    summary: 'How long to wait for a server that does not answer yet; 120 unless given.',
  },
} as const;

/** The commands that every service has: `migrate` and `migrate rolled-back`. */
export function createMigrateCommands({ serviceDir, readDatabaseUrl }: MigrateOptions): Command[] {
  async function withServer(
    env: Shell['env'],
    waitSeconds: number | undefined,
    work: (databaseUrl: string) => Promise<string>,
  ): Promise<string> {
    const databaseUrl = readDatabaseUrl(env);
    readDatabaseName(databaseUrl);
    try {
      await waitForServer(databaseUrl, (waitSeconds ?? usualWaitSeconds) * 1000);
      return `${await work(databaseUrl)}\n`;
    } catch (error) {
      // oxlint-disable-next-line preserve-caught-error -- only the sentence: the cause has the address that did not answer
      throw new Error(error instanceof Error ? error.message.trim() : String(error));
    }
  }
  return [
    defineCommand({
      name: 'migrate',
      summary: 'Applies prisma/migrations to DATABASE_URL, and makes a database that is missing.',
      options: waitOption,
      run: ({ wait }, { env }) => withServer(env, wait, (url) => apply(url, serviceDir)),
    }),
    defineCommand({
      name: 'migrate rolled-back',
      summary: 'Lets a migration that failed be tried again.',
      arguments: { name: { summary: 'The name of its folder.' } },
      options: waitOption,
      run: ({ name, wait }, { env }) =>
        withServer(env, wait, async (url) => {
          await markRolledBack(url, name);
          return `Marked ${name} as rolled back; the next run tries it again.`;
        }),
    }),
  ];
}

async function apply(databaseUrl: string, serviceDir: string): Promise<string> {
  const migrationsDir = join(serviceDir, 'prisma', 'migrations');
  if (!existsSync(migrationsDir)) throw new Error(`${migrationsDir} does not exist.`);
  const applied = await applyMigrations({ databaseUrl, serviceDir });
  const name = readDatabaseName(databaseUrl);
  return applied.length === 0
    ? `Database ${name} is up to date.`
    : `Database ${name}: applied ${applied.join(', ')}.`;
}
