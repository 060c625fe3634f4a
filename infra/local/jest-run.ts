import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootDir } from './paths.ts';
import type { Teardown } from './teardown.ts';

export interface Tally {
  passed: number;
  failed: number;
}

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  /** Files that could not be run at all, none of whose tests is counted. */
  numRuntimeErrorTestSuites: number;
  /** Each file, with its tests. */
  testResults: readonly { readonly assertionResults: readonly unknown[]; readonly message: string }[];
}

/** Counts a report; a run that failed for any other reason, such as a pattern without tests, is one failure. */
export function countReport(report: JestReport | undefined, exitCode: number): Tally {
  const passed = report?.numPassedTests ?? 0;
  // The runner takes a file without a test for one that passes.
  const empty = report?.testResults.filter(
    ({ assertionResults, message }) => !assertionResults.length && !message,
  );
  const broken = (report?.numRuntimeErrorTestSuites ?? 0) + (empty?.length ?? 0);
  const failed = (report?.numFailedTests ?? 0) + broken;
  return { passed, failed: exitCode !== 0 && failed === 0 ? 1 : failed };
}

/** Prints the line that every test command ends with, and returns its exit code. */
export function showTally({ passed, failed }: Tally): number {
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** Runs jest over the checkout with `args`, its output in the terminal, and counts its tests. */
export async function runJest(
  args: string[],
  environment: Record<string, string>,
  teardown: Teardown,
): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-jest-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const reportFile = join(folder, 'report.json');
  const jest = [join(rootDir, 'node_modules/jest/bin/jest.js'), '--json', `--outputFile=${reportFile}`];
  const flags = ['--disable-warning=ExperimentalWarning'];
  // A worker spent a fifth of its time on collecting small heaps.
  flags.push('--min-semi-space-size=64', '--max-semi-space-size=64');
  flags.push('--import', join(import.meta.dirname, 'keep-worker-data.ts'));
  const child = spawn(process.execPath, [...flags, ...jest, ...args], {
    cwd: rootDir,
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  });
  teardown.add(() => void child.kill());
  const exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
  const report = existsSync(reportFile)
    ? (JSON.parse(readFileSync(reportFile, 'utf8')) as JestReport)
    : undefined;
  return countReport(report, exitCode);
}
