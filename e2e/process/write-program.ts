import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../infra/local/child-process.ts';
import { rootDir } from '../../infra/local/paths.ts';

/** Puts a program of this checkout into the folder `bin`, under a name that a shell finds; `more` follows its arguments. */
export function writeProgram(bin: string, name: string, file: string, more = ''): void {
  const command = `exec '${process.execPath}' --disable-warning=ExperimentalWarning '${join(rootDir, file)}' "$@"${more}`;
  writeFileSync(join(bin, name), `#!/bin/sh\n${command}\n`, { mode: 0o755 });
}

/** The pages are typed with curl, which a machine that only runs the tests may lack. */
export function writeCurl(bin: string): void {
  if (findProgram('curl') === undefined) writeProgram(bin, 'curl', 'e2e/process/curl.ts');
}
