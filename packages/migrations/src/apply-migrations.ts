import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const commandFile = fileURLToPath(new URL('../bin/latchkey-migrate.ts', import.meta.url));

/**
 * Applies `<serviceDir>/prisma/migrations` to the database, creating it when missing, by the same command that
 * deployments run, in a process of its own: the schema engine leaves timers behind. Returns the command's one line;
 * throws an Error with its sentence.
 */
export async function applyMigrations(options: { databaseUrl: string; serviceDir: string }): Promise<string> {
  const env = { ...process.env, DATABASE_URL: options.databaseUrl };
  const args = ['--disable-warning=ExperimentalWarning', commandFile];
  try {
    const { stdout } = await run(process.execPath, args, { cwd: options.serviceDir, env });
    return stdout.trim();
  } catch (error) {
    const said =
      typeof error === 'object' && error !== null && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new Error(said === '' ? 'latchkey-migrate could not be run' : said, { cause: error });
  }
}
