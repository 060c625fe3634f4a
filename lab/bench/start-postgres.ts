import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../infra/local/postgres.ts';
import type { Teardown } from '../../infra/local/teardown.ts';

/** Starts a PostgreSQL of the benchmark's own, which is removed at the end. Answers the address of its database. */
export function startBenchPostgres(teardown: Teardown): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const place = {
    folder: join(folder, 'postgres'),
    password: 'bench',
    logFile: join(folder, 'postgres.log'),
  };
  return startPostgres({ ...place, durable: false }, teardown);
}
