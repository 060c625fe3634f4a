import { join } from 'node:path';
import { runChecks } from './checks.ts';
import { findChromium } from './chromium.ts';
import { runJest, showTally, type Tally } from './jest-run.ts';
import { showStep } from './progress.ts';
import { readLogs } from './read-logs.ts';
import { runCommand } from './run-command.ts';
import type { Teardown } from './teardown.ts';
import { openTestPlace } from './test-place.ts';

async function findBrowser(folder: string): Promise<Record<string, string>> {
  const chromium = await showStep('Finding Chromium', () => findChromium(join(folder, 'chromium')));
  if (chromium !== undefined) return { CHROMIUM_PATH: chromium };
  console.log(
    '  There is none: install Chromium or Chrome, or set CHROMIUM_PATH; the browser tests will fail.',
  );
  return {};
}

const tally: Tally = { passed: 0, failed: 0 };

function count(passed: number, failed: number): void {
  tally.passed += passed;
  tally.failed += failed;
}

/** With a pattern only its tests are run; without one everything is checked. */
async function runTests(args: string[], teardown: Teardown): Promise<number> {
  const { folder, environment, endStacks } = await openTestPlace(teardown);
  // Most checks use one core and the tests wait for other processes, so together they take less time.
  const [checks, { passed, failed }] = await Promise.all([
    args.length === 0 ? runChecks(teardown) : [],
    findBrowser(folder).then((browser) => runJest(args, { ...environment, ...browser }, teardown)),
  ]);
  for (const isContent of checks) count(Number(isContent), Number(!isContent));
  count(passed, failed);
  await endStacks();
  if (args.length === 0) {
    const isClean = readLogs(folder);
    count(Number(isClean), Number(!isClean));
  }
  return 0;
}

await runCommand(
  (teardown) => runTests(process.argv.slice(2), teardown),
  ({ code, stopAsked }) => {
    if ((code !== 0 || stopAsked) && tally.failed === 0) count(0, 1);
    return showTally(tally);
  },
);
