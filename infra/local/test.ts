import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCheck, staticChecks } from './checks.ts';
import { findChromium } from './chromium.ts';
import { runJest, showTally, type Tally } from './jest-run.ts';
import { endLeftovers } from './leftovers.ts';
import { startPostgres } from './postgres.ts';
import { generateClients } from './prisma-generate.ts';
import { showStep } from './progress.ts';
import { readLogs } from './read-logs.ts';
import { startRedis } from './redis.ts';
import { runCommand } from './run-command.ts';
import type { Teardown } from './teardown.ts';

/** A test that is killed cannot stop the stack it started. */
async function endStacks(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    if (name.startsWith('latchkey-stack-')) await endLeftovers(join(folder, name));
  }
}

/** Throw-away servers on free ports, or those that TEST_POSTGRES_URL and TEST_REDIS_URL name. */
async function startServers(folder: string, teardown: Teardown): Promise<Record<string, string>> {
  const password = randomBytes(16).toString('hex');
  const postgres = { folder: join(folder, 'postgres'), password, logFile: join(folder, 'postgres.log') };
  const redis = { folder: undefined, password, logFile: join(folder, 'redis.log') };
  const { TEST_POSTGRES_URL, TEST_REDIS_URL } = process.env;
  return {
    TEST_POSTGRES_URL:
      TEST_POSTGRES_URL ??
      (await showStep('Starting PostgreSQL', () => startPostgres({ ...postgres, durable: false }, teardown))),
    TEST_REDIS_URL: TEST_REDIS_URL ?? (await showStep('Starting Redis', () => startRedis(redis, teardown))),
  };
}

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
  await showStep('Generating database clients', generateClients);
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const servers = await startServers(folder, teardown);
  teardown.add(() => endStacks(folder));
  const environment = {
    ...servers,
    ...(await findBrowser(folder)),
    TEST_FOLDER: folder,
    // The tests start hundreds of processes, which compile the same modules.
    NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
  };
  for (const check of args.length === 0 ? staticChecks : []) {
    const passed = await runCheck(check);
    count(Number(passed), Number(!passed));
  }
  const { passed, failed } = await runJest(args, environment, teardown);
  count(passed, failed);
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
