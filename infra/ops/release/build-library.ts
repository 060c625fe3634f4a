import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { version } from '../../../packages/process/src/version.ts';
import { rootDir } from '../../local/paths.ts';
import { folderOf } from './published.ts';

/**
 * Builds the folder of a library that is published: the repository runs the sources as they are, npm needs JavaScript
 * with types. What the library uses of other packages here is built beside it, so that an installation fetches none of
 * them. Usage: build-library.ts name folder.
 */
interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports: string | Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly scripts?: object;
  readonly devDependencies?: object;
}

const compiler = join(rootDir, 'node_modules/typescript/bin/tsc');

const [library = '', folder = ''] = process.argv.slice(2);
buildLibrary(folderOf(library), folder);

function buildLibrary(root: string, dist: string): void {
  const { private: _private, scripts: _scripts, devDependencies: _tools, ...kept } = readManifest(root);
  const dependencies = Object.entries(kept.dependencies ?? {});
  const [own, fetched] = [true, false].map((isOwn) =>
    dependencies.filter(([, wanted]) => wanted.startsWith('workspace:') === isOwn),
  ) as [typeof dependencies, typeof dependencies];
  const base = own.length === 0 ? join(root, 'src') : rootDir;

  rmSync(dist, { recursive: true, force: true });
  const project = join(root, 'tsconfig.build.json');
  execFileSync(process.execPath, [compiler, '-p', project, '--rootDir', base, '--outDir', dist], {
    stdio: 'inherit',
  });
  const neighbours = own.map(([dependency]) => dependency);
  for (const file of globSync('**/*.{js,d.ts}', { cwd: dist })) linkNeighbours(dist, file, neighbours);

  const sources = typeof kept.exports === 'string' ? { '.': kept.exports } : kept.exports;
  const exports = Object.fromEntries(
    Object.entries(sources).map(([entry, source]) => {
      const built = `./${relative(base, join(root, source)).replace(/\.ts$/, '')}`;
      return [entry, { types: `${built}.d.ts`, default: `${built}.js` }];
    }),
  );
  const entries = Object.entries(exports).filter(([entry]) => entry !== '.');
  // What `"moduleResolution": "node10"` reads, which knows no exports.
  const typesVersions = {
    '*': Object.fromEntries(entries.map(([entry, { types }]) => [entry.slice(2), [types]])),
  };
  const legacy = entries.length === 0 ? {} : { typesVersions };
  const manifest = { ...kept, version, exports, ...legacy, dependencies: Object.fromEntries(fetched) };
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(join(root, 'README.md'), join(dist, 'README.md'));
  copyFileSync(join(rootDir, 'LICENSE'), join(dist, 'LICENSE'));
}

/** Replaces the names of packages of this repository by the paths of what was built of them. */
function linkNeighbours(dist: string, name: string, neighbours: readonly string[]): void {
  const file = join(dist, name);
  const text = readFileSync(file, 'utf8');
  const linked = text.replaceAll(
    /'(@latchkey\/[a-z-]+)(\/[a-z-]+)?'/g,
    (whole, neighbour: string, entry = '') => {
      if (!neighbours.includes(neighbour)) return whole;
      const neighbourFolder = relative(rootDir, folderOf(neighbour.replace('@latchkey/', '')));
      const { exports } = readManifest(join(rootDir, neighbourFolder));
      const source = typeof exports === 'string' ? exports : exports[`.${entry}`];
      if (source === undefined) throw new Error(`${name} imports ${whole}, which is not exported`);
      const built = join(dist, neighbourFolder, source).replace(/\.ts$/, '.js');
      return `'${relative(dirname(file), built)}'`;
    },
  );
  if (linked !== text) writeFileSync(file, linked);
}

function readManifest(of: string): Manifest {
  return JSON.parse(readFileSync(join(of, 'package.json'), 'utf8')) as Manifest;
}
