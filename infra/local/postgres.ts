import { chownSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '@latchkey/database';
import { readTail, runToEnd, startProcess, type RunningProcess } from './child-process.ts';
import { endProcess, isAlive } from './leftovers.ts';
import { findFreePort, waitUntil } from './ports.ts';
import { ensurePostgresOwner, placeBinaries, placeFolder, type PostgresOwner } from './postgres-place.ts';
import type { Teardown } from './teardown.ts';

const superuser = 'latchkey';
/** Texts sort by their bytes. The ctype says which characters are letters, by which searches find words of every script. */
const ctype = process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8';
const locale = ['--encoding=UTF8', '--locale=C', `--lc-ctype=${ctype}`];
/** Since 17 PostgreSQL has a locale of its own, which is the same everywhere. */
const builtinLocale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

export interface PostgresPlan {
  /** Made when missing; holds the cluster. */
  folder: string;
  password: string;
  logFile: string;
  /** Tests keep nothing: they trade durability for speed, and housekeeping for repeatable plans. */
  durable: boolean;
  /** More settings of the server, as `name=value`. */
  settings?: readonly string[];
  /** The flags of initdb for the locale; by default letters of every script are known. */
  locale?: readonly string[];
}

interface Cluster {
  nativeDir: string;
  dataDir: string;
  owner: PostgresOwner;
}

/** initdb reads the password from a file alone; it goes as soon as it has been read. */
async function initialise(cluster: Cluster, plan: PostgresPlan): Promise<void> {
  const { nativeDir, dataDir, owner } = cluster;
  const passwordDir = mkdtempSync(join(tmpdir(), 'latchkey-'));
  const passwordFile = join(passwordDir, 'password');
  const unfinished = `${dataDir}.new`;
  try {
    writeFileSync(passwordFile, plan.password, { mode: 0o600 });
    if (owner.uid !== undefined && owner.gid !== undefined) {
      chownSync(passwordDir, owner.uid, owner.gid);
      chownSync(passwordFile, owner.uid, owner.gid);
    }
    rmSync(unfinished, { recursive: true, force: true });
    const flags = [
      `--username=${superuser}`,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--no-sync',
    ];
    const initdb = join(nativeDir, 'bin/initdb');
    const major = Number.parseInt((await runToEnd(initdb, ['--version'])).replace(/^\D+/, ''), 10);
    const locales = plan.locale ?? (major < 17 ? locale : [...locale, ...builtinLocale]);
    await runToEnd(initdb, ['-D', unfinished, ...flags, ...locales], { ...owner, cwd: '/' });
    renameSync(unfinished, dataDir);
  } finally {
    rmSync(passwordDir, { recursive: true, force: true });
  }
}

/**
 * After a kill -9 the server may still run, or its lock file name a process that is somebody else by now, which
 * PostgreSQL would take for the server. A number that nobody has is left to PostgreSQL, which looks further.
 */
async function clearLeftover(dataDir: string): Promise<void> {
  const lockFile = join(dataDir, 'postmaster.pid');
  if (!existsSync(lockFile)) return;
  const pid = Number(readFileSync(lockFile, 'utf8').split('\n', 1)[0]);
  if (isAlive({ pid, mark: dataDir })) await endProcess({ pid, mark: dataDir }, 'SIGINT');
  else if (isAlive({ pid, mark: '' })) rmSync(lockFile);
}

async function prepare(plan: PostgresPlan, teardown: Teardown): Promise<Cluster> {
  const owner = await ensurePostgresOwner();
  const nativeDir = await placeBinaries(owner);
  const folder = await placeFolder(owner, plan.folder);
  if (!plan.durable) teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  const cluster = { nativeDir, dataDir, owner };
  if (existsSync(dataDir)) await clearLeftover(dataDir);
  else await initialise(cluster, plan);
  return cluster;
}

async function isAnswering(url: string, server: RunningProcess): Promise<boolean> {
  if (server.hasEnded()) throw new Error(await server.ended);
  return withClient(url, async () => true).catch(() => false);
}

/**
 * Starts the embedded PostgreSQL on a free port of 127.0.0.1, never as root, initialising its folder first when
 * needed. Returns a superuser's URL of its `postgres` database. Throws a sentence with the end of its log.
 */
export async function startPostgres(plan: PostgresPlan, teardown: Teardown): Promise<string> {
  const { nativeDir, dataDir, owner } = await prepare(plan, teardown);
  const port = await findFreePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];
  settings.push(...(plan.settings ?? []));
  // Not synchronous_commit: without it VACUUM marks no page visible, and plans change.
  if (!plan.durable) settings.push('fsync=off', 'full_page_writes=off', 'autovacuum=off');
  const args = ['-D', dataDir, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const server = await startProcess(
    {
      command: join(nativeDir, 'bin/postgres'),
      args,
      options: { ...owner, cwd: '/' },
      logFile: plan.logFile,
      mark: dataDir,
      stopSignal: 'SIGINT',
      stopLimitSeconds: 20,
    },
    teardown,
  );
  const url = `postgresql://${superuser}:${plan.password}@127.0.0.1:${port}/postgres`;
  try {
    await waitUntil(
      () => isAnswering(url, server),
      () => new Error('it does not answer'),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`PostgreSQL did not start: ${reason}\n${readTail(plan.logFile)}`, { cause: error });
  }
  return url;
}
