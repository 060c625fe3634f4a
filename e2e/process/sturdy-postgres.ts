import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accepts, waitUntil } from '../../infra/local/ports.ts';
import { startPostgres } from '../../infra/local/postgres.ts';
import type { Teardown } from '../../infra/local/teardown.ts';
import { openStablePort } from './stable-port.ts';

/** A PostgreSQL that keeps its address through a kill -9; `url` is that of a superuser. Its folder is made in `place`. */
export async function startSturdyPostgres(teardown: Teardown, place = tmpdir()) {
  const folder = mkdtempSync(join(place, 'latchkey-crash-'));
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
    /** Starts it again where it has ended by itself. */
    async revive() {
      if (!(await accepts('127.0.0.1', Number(url.port)))) url = new URL(await restart());
    },
  };

  /** The orphans of a killed server release its memory a moment later; until then a new server cannot start. */
  async function restart(): Promise<string> {
    let restarted: string | undefined;
    let reason: unknown;
    const tryStart = async () => {
      restarted = await startPostgres(plan, teardown).catch((error: unknown) => void (reason = error));
      return restarted !== undefined;
    };
    await waitUntil(tryStart, () => new Error('PostgreSQL does not start again', { cause: reason }));
    return String(restarted);
  }
}
