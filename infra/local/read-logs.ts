import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSecretLines } from '@latchkey/testing';

/** All that the services of a test run have logged, in the run's folder. */
export const keptLogs = 'services.log';

/** Whether no log line of a whole test run holds a secret; those that do are shown. */
export function readLogs(folder: string): boolean {
  const file = join(folder, keptLogs);
  const log = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const secretLines = findSecretLines(log);
  console.log(
    `\nLog lines of all services: ${log.split('\n').length - 1}, with a secret: ${secretLines.length}`,
  );
  for (const line of secretLines.slice(0, 20)) console.log(line.slice(0, 2_000));
  return secretLines.length === 0;
}
