import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../infra/local/postgres.ts';
import type { Teardown } from '../../infra/local/teardown.ts';
import { openStablePort } from './stable-port.ts';

/** A PostgreSQL that keeps its address through a kill -9; `url` is that of a superuser. */
export async function startSturdyPostgres(teardown: Teardown) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-crash-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const logFile = join(folder, 'postgres.log');
  const plan = { folder: join(folder, 'postgres'), password: 'crash', logFile, durable: true };
  let url = new URL(await startPostgres(plan, teardown));
  const address = new URL(url);
  address.port = String((await openStablePort(() => Number(url.port), teardown)).port);
  return {
    url: address.href,
    async crash() {
      const pid = Number(readFileSync(join(plan.folder, 'data/postmaster.pid'), 'utf8').split('\n', 1)[0]);
      process.kill(pid, 'SIGKILL');
      url = new URL(await restart());
    },
  };

  /** The server's orphans let go of its memory a moment after it has died. */
  async function restart(tries = 20): Promise<string> {
    try {
      return await startPostgres(plan, teardown);
    } catch (error) {
      if (tries === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
      return restart(tries - 1);
    }
  }
}
