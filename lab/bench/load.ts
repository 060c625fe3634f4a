import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { showStep } from '../../infra/local/progress.ts';
import { runCommand } from '../../infra/local/run-command.ts';
import { services } from '../../infra/local/service-list.ts';
import { measureWorkload } from './load/measure-workload.ts';
import { readPeakMemory } from './load/processes.ts';
import { readFacts } from './load/read-facts.ts';
import { renderResults, toRows, type Measurement } from './load/render-results.ts';
import { startPlace } from './load/start-place.ts';
import { listWorkloads } from './load/workloads.ts';

/**
 * Measures the three services beside peers and floors; lab/bench/README.md says how. Usage: node lab/bench/load.ts [--only a,b]
 * [--rounds 3] [--seconds 10]
 */
await runCommand(async (teardown) => {
  if (process.platform !== 'linux') throw new Error('This benchmark reads /proc, so it runs on Linux.');
  const { only, rounds, seconds } = readOptions();
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const place = await showStep('Starting the services and their peers', () => startPlace(folder, teardown));
  const { processes } = place;
  const workloads = listWorkloads(place).filter(({ name }) => only.some((part) => name.includes(part)));
  if (workloads.length === 0) throw new Error('No workload has such a name.');
  const measurements: Measurement[] = [];
  for (const workload of workloads) {
    const figures = await measureWorkload(workload, { rounds, seconds, processes });
    measurements.push({ workload, figures });
    for (const cells of toRows({ workload, figures })) console.log(cells.join(' | '));
  }
  const memory = services.map(({ name }) => ({ process: name, peak: readPeakMemory(processes[name] ?? 0) }));
  const facts = await readFacts(place);
  const files = renderResults({ at: new Date(), facts, rounds, seconds, measurements, memory });
  if (only.includes(''))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(import.meta.dirname, name), text);
  return measurements.every(({ figures }) => figures.every(({ failures }) => failures.length === 0)) ? 0 : 1;
});

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '10' },
    },
  });
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be a whole number above 0');
  if (!(seconds > 0 && seconds <= 600)) throw new Error('--seconds must be a number from 0 to 600');
  return { only: values.only.split(','), rounds, seconds };
}
