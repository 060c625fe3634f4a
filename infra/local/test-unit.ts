import { runJest, showTally } from './jest-run.ts';
import { generateClients } from './prisma-generate.ts';
import { showStep } from './progress.ts';
import { runCommand } from './run-command.ts';

/** Where the tests are that need PostgreSQL, Redis, a browser or a process. A test elsewhere fails when it asks for one. */
const serverTests = ['/e2e/', '/test/store/', String.raw`\.server\.test\.ts$`];
const ignored = ['/node_modules/', '/.latchkey/', ...serverTests];

/** The command `npm run test:unit`: every test that needs no server. */
await runCommand(async (teardown) => {
  await showStep('Generating database clients', generateClients);
  const flags = ignored.map((pattern) => `--testPathIgnorePatterns=${pattern}`);
  const tally = await runJest([...flags, ...process.argv.slice(2)], { TEST_SERVERS: 'none' }, teardown);
  return showTally(tally);
});
