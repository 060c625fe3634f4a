import { execFileSync } from 'node:child_process';

/** Packages that are published as libraries: `build-library.ts` builds them. */
export const libraries = ['client', 'resource-server', 'pagination', 'request-parser'] as const;

/** All packages that are published, under `packages/`. */
export const published = ['cli', ...libraries] as const;

export const images = ['sso', 'user-api', 'drop'] as const;

/** Runs a program, and shows what it says only when it fails. */
export function runQuietly(command: string, args: readonly string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}
