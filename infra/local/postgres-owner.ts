import { runToEnd } from './child-process.ts';

/** Whom PostgreSQL runs as: ourselves (empty), or a user that root becomes, since PostgreSQL refuses to be root. */
export interface PostgresOwner {
  uid?: number;
  gid?: number;
}

const userName = 'postgres';
const path = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin:/usr/bin:/bin`;

async function readIds(): Promise<PostgresOwner> {
  const [uid, gid] = await Promise.all([runToEnd('id', ['-u', userName]), runToEnd('id', ['-g', userName])]);
  return { uid: Number(uid), gid: Number(gid) };
}

async function createUser(): Promise<void> {
  const args = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', userName];
  await runToEnd('useradd', args, { env: { ...process.env, PATH: path } });
}

/**
 * The user for PostgreSQL: nobody in particular unless this is root, then `postgres`, created when missing. Throws a
 * sentence when it cannot be created.
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
