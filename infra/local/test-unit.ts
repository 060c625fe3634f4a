import { runJest, showTally } from './jest-run.ts';
import { generateClients } from './prisma-generate.ts';
import { showStep } from './progress.ts';
import { runCommand } from './run-command.ts';

/**
 * Tests elsewhere need no PostgreSQL, Redis, browser or process; one that asks for a server fails. The services' route
 * tests need none either, but they send thousands of HTTP requests.
 */
const slowTests = ['/e2e/', '/lab/scale/', '/services/[^/]+/test/', String.raw`\.server\.test\.ts$`];
const ignored = ['/node_modules/', '/.latchkey/', ...slowTests];

/** The command `npm run test:unit`: the tests of the packages and those beside the services' sources, without a server. */
await runCommand(async (teardown) => {
  await showStep('Generating database clients', generateClients);
  const flags = ignored.map((pattern) => `--testPathIgnorePatterns=${pattern}`);
  const tally = await runJest([...process.argv.slice(2), ...flags], { TEST_SERVERS: 'none' }, teardown);
  return showTally(tally);
});
