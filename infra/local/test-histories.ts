import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { History } from '../../lab/histories/check-history.ts';
import { judge, showHistory } from '../../lab/histories/models.ts';
import { runHistories, type Report } from '../../lab/histories/run-histories.ts';
import { showTally } from './jest-run.ts';
import { stateDir } from './paths.ts';
import { printTable } from './print-table.ts';
import { generateClients } from './prisma-generate.ts';
import { showStep } from './progress.ts';
import { runCommand } from './run-command.ts';

/** Checks the histories of a file again; the exit code. */
function checkFile(file: string): number {
  const histories = JSON.parse(readFileSync(file, 'utf8')) as History[];
  const bad = histories.filter((history) => {
    const verdict = judge(history);
    if (!verdict.isExplained) console.log(`\n${showHistory(history, verdict)}`);
    return !verdict.isExplained;
  });
  return showTally({ passed: histories.length - bad.length, failed: bad.length });
}

function showReport({ tally, faults, leftOut, histories, notMade, bad, odd }: Report): void {
  const kinds = [...new Set(histories.map(({ kind }) => kind))];
  const rows = kinds.map((name) => {
    const some = histories.filter(({ kind }) => kind === name);
    const calls = some.flatMap((history) => history.calls).length;
    const failed = bad.filter(({ kind }) => kind === name).length;
    return [name, ...[calls, some.length, failed].map(String)];
  });
  const all = ['all', ...[tally.calls, histories.length, bad.length].map(String)];
  console.log(`\n${printTable(['object', 'calls', 'histories', 'bad'], [...rows, all])}`);
  const counts = Object.entries(faults).map(([name, count]) => [name, String(count)]);
  console.log(`\n${printTable(['fault', 'times'], counts)}`);
  console.log(
    `\n${tally.unanswered} calls without an outcome, ${tally.refused} refused; ${notMade} objects could not be made.`,
  );
  for (const reason of leftOut) console.log(`Left out: ${reason}.`);
  if (odd.length > 0) console.log(`\n${odd.length} answers that the contract does not allow here, such as:`);
  for (const line of [...new Set(odd)].slice(0, 10)) console.log(`  ${line}`);
}

function keepBad(bad: readonly History[], seed: string): void {
  mkdirSync(stateDir, { recursive: true });
  const file = join(stateDir, `histories-${seed}.json`);
  writeFileSync(file, JSON.stringify(bad, undefined, 1));
  for (const history of bad.slice(0, 5)) console.log(`\n${showHistory(history, judge(history))}`);
  console.log(
    `\nThe bad histories are in ${file}. Check them again: npm run test:histories -- --check ${file}`,
  );
}

/**
 * The command `npm run test:histories`: what clients see of one-time acts while faults happen, checked. `--check FILE`
 * checks what a run has kept.
 */
await runCommand(async (teardown) => {
  const at = process.argv.indexOf('--check');
  if (at > 0) return checkFile(process.argv[at + 1] ?? '');
  const { SEED = randomUUID().slice(0, 8), HISTORIES_SECONDS = '60', HISTORIES_CLIENTS = '16' } = process.env;
  const plan = {
    seed: SEED,
    seconds: Number(HISTORIES_SECONDS),
    clients: Number(HISTORIES_CLIENTS),
    fillsDisk: true,
  };
  await showStep('Generating database clients', generateClients);
  console.log(`SEED=${SEED} HISTORIES_SECONDS=${HISTORIES_SECONDS} HISTORIES_CLIENTS=${HISTORIES_CLIENTS}`);
  const report = await runHistories(plan, teardown);
  showReport(report);
  if (report.bad.length > 0) keepBad(report.bad, SEED);
  if (report.bad.length + report.odd.length > 0) {
    const folder = join(stateDir, `histories-${SEED}-logs`);
    cpSync(report.logFolder, folder, { recursive: true });
    console.log(`\nWhat the services have logged is in ${folder}.`);
  }
  return showTally({
    passed: report.histories.length - report.bad.length,
    failed: report.bad.length + report.odd.length,
  });
});
