import { appendFileSync, chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootDir } from '../../local/paths.ts';
import { libraries, published, runQuietly } from './published.ts';

/** Builds all that is published and puts the tarballs, and the command as one file, into a folder that is there. */
export function makePackages(folder: string): void {
  const built = mkdtempSync(join(tmpdir(), 'latchkey-build-'));
  const build = (script: string, ...args: string[]) =>
    runQuietly(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(rootDir, script), ...args],
      rootDir,
    );
  try {
    for (const name of libraries) build('infra/ops/release/build-library.ts', name, join(built, name));
    build('sdk/cli/scripts/build.ts', join(built, 'cli'));
    const packed = published.map((name) => join(built, name));
    runQuietly('npm', ['pack', ...packed, '--silent', '--pack-destination', folder], rootDir);
    makeCommand(join(built, 'cli'), join(folder, 'latchkey'));
  } finally {
    rmSync(built, { recursive: true });
  }
}

/** The command as one file, with which the licences of its libraries travel. */
function makeCommand(built: string, file: string): void {
  copyFileSync(join(built, 'bin/latchkey.cjs'), file);
  const licences = readFileSync(join(built, 'THIRD-PARTY-LICENSES'), 'utf8').replaceAll('*/', '* /');
  appendFileSync(file, `\n/*\n${licences}\n*/\n`);
  chmodSync(file, 0o755);
}
