import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { rootDir } from '../../local/paths.ts';

/** Packages that are published as libraries: `build-library.ts` builds them. */
export const libraries = ['client', 'resource-server', 'pagination', 'request-parser'] as const;

/** All packages that are published. */
export const published = ['cli', ...libraries] as const;

/** The folder of a package: who uses Latchkey has packages of their own, the others are shared by services. */
export const folderOf = (name: string): string =>
  join(rootDir, ['cli', 'client', 'resource-server'].includes(name) ? 'sdk' : 'packages', name);

export const images = ['sso', 'user-api', 'drop'] as const;

/** Runs a program, and shows what it says only when it fails. */
export function runQuietly(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}
