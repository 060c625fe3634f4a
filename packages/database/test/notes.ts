import type { Program } from '../src/commands/command-line.ts';
import { createMigrateCommands } from '../src/commands/migrate-commands.ts';

function readDatabaseUrl({ DATABASE_URL: url = '' }: Readonly<Record<string, string | undefined>>): string {
  if (url === '') throw new Error('DATABASE_URL is not set.');
  return url;
}

/** A program with the commands that every service has, over the migrations of a folder. */
export const createNotes = (serviceDir: string): Program => ({
  name: 'latchkey-notes',
  commands: createMigrateCommands({ serviceDir, readDatabaseUrl }),
});
