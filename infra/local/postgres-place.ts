import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { runToEnd } from './child-process.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { PostgresOwner } from './postgres-owner.ts';

/** Where root keeps what the `postgres` user could not reach in a checkout below /root or another closed folder. */
const sharedDir = '/var/lib/latchkey';

/** Whether the owner of PostgreSQL may enter every folder down to `path`. */
async function canReach(owner: PostgresOwner, path: string): Promise<boolean> {
  try {
    await runToEnd('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { ...owner, cwd: '/' });
    return true;
  } catch {
    return false;
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** The binaries, copied once per version to where their user can run them. */
export async function placeBinaries(owner: PostgresOwner, binaries: PostgresBinaries): Promise<string> {
  const { nativeDir, version } = binaries;
  if (await canReach(owner, join(nativeDir, 'bin/postgres'))) return nativeDir;
  const copy = join(sharedDir, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`;
    cpSync(nativeDir, unfinished, { recursive: true, verbatimSymlinks: true });
    renameSync(unfinished, copy);
  }
  return copy;
}

/**
 * The folder for a cluster, owned by PostgreSQL's user: `wantedDir` itself, or, where that user cannot reach it, a
 * folder of its own below /var/lib/latchkey with a link left at `wantedDir`. The folder that `wantedDir` is in must be
 * the caller's own: others may pass through it afterwards, though not list it.
 */
export async function placeFolder(owner: PostgresOwner, wantedDir: string): Promise<string> {
  if (isThere(wantedDir)) return realpathSync(wantedDir);
  const parent = dirname(wantedDir);
  mkdirSync(parent, { recursive: true });
  if (owner.uid !== undefined) chmodSync(parent, statSync(parent).mode | 0o011);
  const reachable = await canReach(owner, parent);
  const name = createHash('sha256').update(wantedDir).digest('hex').slice(0, 12);
  const folder = reachable ? wantedDir : join(sharedDir, name);
  mkdirSync(folder, { recursive: true });
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  if (!reachable) symlinkSync(folder, wantedDir);
  return folder;
}
