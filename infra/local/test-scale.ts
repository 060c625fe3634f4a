import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runJest, showTally } from './jest-run.ts';
import { requirePrograms } from './require-programs.ts';
import { runCommand } from './run-command.ts';
import { printScenarios } from './scenario-rows.ts';
import { openTestPlace } from './test-place.ts';

/**
 * The command `npm run test:scale`: several replicas, a Redis Cluster, Sentinel, a PostgreSQL with a standby, PgBouncer
 * and TLS, each under load while something fails. It prints what was answered, lost and done twice. A pattern chooses
 * scenarios.
 */
requirePrograms(
  ['nginx', 'redis-server', 'redis-cli', 'pgbouncer'],
  'postgresql nginx-light redis-server redis-tools pgbouncer',
);
await runCommand(async (teardown) => {
  const { environment } = await openTestPlace(teardown);
  const rows = mkdtempSync(join(tmpdir(), 'latchkey-scale-'));
  teardown.add(() => rmSync(rows, { recursive: true, force: true }));
  const [pattern = 'lab/scale/', ...args] = process.argv.slice(2);
  const ours = { LATCHKEY_TEST_ALSO: 'scale', SCALE_ROWS: rows };
  // One scenario at a time: they share the machine.
  const tally = await runJest([pattern, ...args, '--runInBand'], { ...environment, ...ours }, teardown);
  console.log(printScenarios(rows));
  return showTally(tally);
});
