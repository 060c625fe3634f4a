import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Builds the folder that is published, `dist`: the repository runs the sources as they are, npm needs JavaScript with
 * types. `npm pack ./dist` makes the tarball. Another folder may be given.
 */
interface Manifest {
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, string>>;
  readonly scripts?: object;
  readonly devDependencies?: object;
}

const root = join(import.meta.dirname, '..');
const dist = process.argv[2] ?? join(root, 'dist');
rmSync(dist, { recursive: true, force: true });
const compiler = join(root, 'node_modules/typescript/bin/tsc');
execFileSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.build.json'), '--outDir', dist], {
  stdio: 'inherit',
});

const { private: _private, scripts: _scripts, devDependencies: _tools, ...kept } = readManifest();
const exports = Object.fromEntries(
  Object.entries(kept.exports).map(([name, source]) => {
    const built = source.replace(/^\.\/src\//, './').replace(/\.ts$/, '');
    return [name, { types: `${built}.d.ts`, default: `${built}.js` }];
  }),
);
writeFileSync(join(dist, 'package.json'), `${JSON.stringify({ ...kept, exports }, null, 2)}\n`);
for (const name of ['README.md', 'LICENSE']) copyFileSync(join(root, name), join(dist, name));

function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
}
