import { existsSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { assertNotRunning, endLeftovers } from './leftovers.ts';
import { stateDir } from './paths.ts';
import { runCommand } from './run-command.ts';

await runCommand(async () => {
  assertNotRunning(stateDir);
  await endLeftovers(join(stateDir, 'logs'));
  // In a checkout that PostgreSQL's user cannot enter, this is a link to where the data is.
  const postgresDir = join(stateDir, 'postgres');
  if (existsSync(postgresDir)) rmSync(realpathSync(postgresDir), { recursive: true });
  rmSync(stateDir, { recursive: true, force: true });
  console.log('Removed the local data.');
  return 0;
});
