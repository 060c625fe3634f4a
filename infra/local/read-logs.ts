import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSecretLines } from '@latchkey/testing';

/** All that the services of a test run have logged, in the run's folder. */
const keptLogs = 'services.log';

/** Under `npm test`, keeps what a service has logged until the whole log is read at the end of the run. */
export function keepLog(logFile: string, folder = process.env['TEST_FOLDER']): void {
  if (folder !== undefined) appendFileSync(join(folder, keptLogs), readFileSync(logFile));
}

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
