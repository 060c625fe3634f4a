import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { History } from '../../e2e/histories/check-history.ts';
import { judge, showHistory } from '../../e2e/histories/models.ts';
import { runHistories, type Report } from '../../e2e/histories/run-histories.ts';
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

function showReport({ tally, faults, leftOut, histories, callsByKind, notMade, bad, odd }: Report): void {
  const rows = (counts: object) =>
    Object.entries(counts)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, count]) => [name, String(count)]);
  const calls = { calls: tally.calls, 'without an outcome': tally.unanswered, refused: tally.refused };
  const checked = {
    'histories checked': histories,
    'objects not made': notMade,
    'bad histories': bad.length,
  };
  console.log(`\n${printTable(['calls', 'number'], rows({ ...calls, ...callsByKind }))}`);
  console.log(`\n${printTable(['faults', 'number'], rows(faults))}`);
  console.log(`\n${printTable(['result', 'number'], rows(checked))}`);
  for (const reason of leftOut) console.log(`Left out: ${reason}.`);
  const kinds = new Set(odd);
  if (odd.length > 0) console.log(`\n${odd.length} answers that the contract does not allow here, such as:`);
  for (const line of [...kinds].slice(0, 10)) console.log(`  ${line}`);
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
  const { SEED = randomUUID().slice(0, 8), HISTORIES_SECONDS = '60', HISTORIES_CLIENTS = '8' } = process.env;
  const plan = { seed: SEED, seconds: Number(HISTORIES_SECONDS), clients: Number(HISTORIES_CLIENTS) };
  await showStep('Generating database clients', generateClients);
  console.log(`SEED=${SEED} HISTORIES_SECONDS=${HISTORIES_SECONDS} HISTORIES_CLIENTS=${HISTORIES_CLIENTS}`);
  const report = await runHistories(plan, teardown);
  showReport(report);
  if (report.bad.length > 0) keepBad(report.bad, SEED);
  return showTally({
    passed: report.histories - report.bad.length,
    failed: report.bad.length + report.odd.length,
  });
});
