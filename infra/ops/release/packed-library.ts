import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '../../../packages/process/src/version.ts';
import { rootDir } from '../../local/paths.ts';
import { makePackages } from './make-packages.ts';
import { folderOf, type libraries } from './published.ts';

const tools = join(folderOf('client'), 'node_modules');

/** Libraries as they are published, and a program's folder in which they are installed. */
export interface PackedLibraries {
  /** A folder with the libraries, `@types` and what they need in its node_modules. */
  readonly app: string;
  tarballOf(name: string): string;
  /** What a program prints. Throws what it says when it fails. */
  run(command: string, args: string[]): string;
  /** The same for a tool of the client's development. */
  tool(name: string, path: string, args: string[]): string;
  remove(): void;
}

interface Manifest {
  readonly engines: { readonly node: string };
  readonly devDependencies: { readonly node: string };
}

/** The lowest Node that the package.json of a package promises, as it has it among its development dependencies. */
export function findLowestNode(name: string): string {
  const folder = folderOf(name);
  const { engines, devDependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Manifest;
  if (`>=${devDependencies.node}` !== `${engines.node}.0`)
    throw new Error(`${name} promises Node ${engines.node}, and is tried on ${devDependencies.node}.`);
  return join(folder, 'node_modules/node/bin/node');
}

/** The folder of what a release holds. The test files of a run share it: to build it takes seconds of both cores. */
export function buildRelease(): string {
  const place = process.env['TEST_FOLDER'] ?? mkdtempSync(join(tmpdir(), 'latchkey-release-'));
  const release = join(place, 'release');
  if (existsSync(release)) return release;
  const unfinished = mkdtempSync(join(place, 'release-'));
  makePackages(unfinished);
  try {
    renameSync(unfinished, release);
  } catch (error) {
    // Another test file was faster.
    if (!existsSync(release)) throw error;
    rmSync(unfinished, { recursive: true });
  }
  return release;
}

/** Installs libraries by hand, so that no registry is needed. `needs`: folders of what they use of others. */
export function installLibraries(
  names: readonly (typeof libraries)[number][],
  needs: Readonly<Record<string, string>>,
): PackedLibraries {
  const app = mkdtempSync(join(tmpdir(), 'latchkey-package-'));
  const release = buildRelease();
  const run: PackedLibraries['run'] = (command, args) => {
    try {
      return execFileSync(command, args, { cwd: app, encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string };
      throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`, { cause: error });
    }
  };
  const tarballOf = (name: string) => join(release, `latchkey-${name}-${version}.tgz`);
  const modules = join(app, 'node_modules');
  for (const name of names) {
    const folder = join(modules, '@latchkey', name);
    mkdirSync(folder, { recursive: true });
    run('tar', ['-xzf', tarballOf(name), '--strip-components=1', '-C', folder]);
  }
  const links = { '@types': join(rootDir, 'node_modules/@types'), ...needs };
  for (const [as, place] of Object.entries(links)) symlinkSync(realpathSync(place), join(modules, as), 'dir');
  return {
    app,
    tarballOf,
    run,
    tool: (tool, path, args) => run(process.execPath, [join(tools, tool, path), ...args]),
    remove: () => rmSync(app, { recursive: true, force: true }),
  };
}
