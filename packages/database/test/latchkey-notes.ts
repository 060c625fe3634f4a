import { runProgram } from '../src/commands/command-line.ts';
import { createMigrateCommands } from '../src/commands/migrate-commands.ts';

/** A program with the commands that every service has, over the folder that it is started in. */
function readDatabaseUrl({ DATABASE_URL: url = '' }: Readonly<Record<string, string | undefined>>): string {
  if (url === '') throw new Error('DATABASE_URL is not set.');
  return url;
}
const commands = createMigrateCommands({ serviceDir: process.cwd(), readDatabaseUrl });
await runProgram({ name: 'latchkey-notes', commands });
