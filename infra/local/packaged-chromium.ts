import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runToEnd } from './child-process.ts';
import { stateDir } from './paths.ts';

const folder = join(stateDir, 'chromium');
const launcher = join(folder, 'launch-chromium');

/** The package unpacks into the system's folder for temporary files, which it looks up when called. */
async function unpack(): Promise<void> {
  const { default: chromium, inflate } = await import('@sparticuz/chromium');
  const packageDir = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  const { TMPDIR: usual } = process.env;
  process.env['TMPDIR'] = folder;
  const unpacking = [chromium.executablePath(), inflate(join(packageDir, 'bin/al2023.tar.br'))];
  if (usual === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = usual;
  await Promise.all(unpacking);
}

function writeLauncher(libraries: string): void {
  const settings = `FONTCONFIG_PATH="${folder}/fonts" ${libraries}`;
  writeFileSync(launcher, `#!/bin/sh\n${settings} exec "${folder}/chromium" "$@"\n`);
  chmodSync(launcher, 0o755);
}

async function canLaunch(): Promise<boolean> {
  return runToEnd(launcher, ['--version', '--no-sandbox']).then(
    () => true,
    () => false,
  );
}

/**
 * Unpacks the Chromium of `@sparticuz/chromium` (Linux, x64) once, with its own fonts, and with its own libraries
 * where the system has none. Returns the file that launches it, undefined when it does not run on this machine.
 */
export async function unpackChromium(): Promise<string | undefined> {
  if (existsSync(launcher)) return launcher;
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await unpack();
  for (const libraries of ['', `LD_LIBRARY_PATH="${folder}/al2023/lib"`]) {
    writeLauncher(libraries);
    if (await canLaunch()) return launcher;
  }
  rmSync(launcher);
  return undefined;
}
