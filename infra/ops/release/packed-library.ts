import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '../../../packages/process/src/version.ts';
import { rootDir } from '../../local/paths.ts';
import { folderOf } from './published.ts';

const tools = join(folderOf('client'), 'node_modules');

/** A library as it is published, and a program's folder in which it is installed. */
export interface PackedLibrary {
  readonly tarball: string;
  /** What the tarball holds, unpacked. */
  readonly contents: string;
  /** A folder with the library, `@types` and the named packages in its node_modules. */
  readonly app: string;
  /** What a program prints. Throws what it says when it fails. */
  run(command: string, args: string[], cwd?: string): string;
  /** The same for a tool of the client's development. */
  tool(name: string, path: string, args: string[], cwd?: string): string;
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

/** Builds and packs a library and installs it by hand, so that no registry is needed. `needs`: folders of packages. */
export function packLibrary(name: string, needs: Readonly<Record<string, string>> = {}): PackedLibrary {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-package-'));
  const run: PackedLibrary['run'] = (command, args, cwd = folder) => {
    try {
      return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string };
      throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`, { cause: error });
    }
  };
  run(process.execPath, [join(import.meta.dirname, 'build-library.ts'), name, join(folder, 'dist')]);
  run('npm', ['pack', './dist', '--silent', '--pack-destination', folder]);
  const tarball = join(folder, `latchkey-${name}-${version}.tgz`);
  run('tar', ['-xzf', tarball, '-C', folder]);

  const contents = join(folder, 'package');
  const modules = join(folder, 'app/node_modules');
  mkdirSync(join(modules, '@latchkey'), { recursive: true });
  cpSync(contents, join(modules, '@latchkey', name), { recursive: true });
  const links = { '@types': join(rootDir, 'node_modules/@types'), ...needs };
  for (const [as, place] of Object.entries(links)) symlinkSync(realpathSync(place), join(modules, as), 'dir');
  return {
    tarball,
    contents,
    app: join(folder, 'app'),
    run,
    tool: (tool, path, args, cwd) => run(process.execPath, [join(tools, tool, path), ...args], cwd),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
