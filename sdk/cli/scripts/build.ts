import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { version as released } from '../../../packages/process/src/version.ts';

/**
 * Builds the folder that is published: the command and everything it needs in one file of JavaScript, so that an
 * installation fetches nothing else. Usage: build.ts folder.
 */
interface Manifest {
  readonly name: string;
  readonly version?: string;
  readonly private?: boolean;
  readonly devDependencies?: object;
  readonly dependencies?: object;
}

const root = join(import.meta.dirname, '..');
const [dist = ''] = process.argv.slice(2);
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });

// Node takes a file without an ending for what the package.json around it says, so the file runs as both kinds of module:
// CommonJS, which finds `require` itself where it is one of ESM.
const banner = `#!/usr/bin/env node
var require = typeof require === 'function' ? require : process.getBuiltinModule('node:module').createRequire(process.argv[1]);`;

// The entry is a text because esbuild would keep the first line of a file, whose option the oldest supported Node does
// not know.
const { metafile } = await build({
  stdin: { contents: "import './bin/latchkey.ts';", resolveDir: root },
  absWorkingDir: root,
  outfile: join(dist, 'bin/latchkey.cjs'),
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20.3',
  legalComments: 'none',
  banner: { js: banner },
  metafile: true,
  logLevel: 'warning',
});

const { private: _private, dependencies: _bundled, devDependencies: _tools, ...kept } = readManifest(root);
const [bin, man] = ['./bin/latchkey.cjs', './man/latchkey.1'];
const manifest = { ...kept, version: released, bin: { latchkey: bin }, man };
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
mkdirSync(join(dist, 'man'));
writeFileSync(join(dist, man), writeManPage());
for (const file of ['README.md', 'LICENSE']) copyFileSync(join(root, file), join(dist, file));
writeFileSync(join(dist, 'THIRD-PARTY-LICENSES'), listFolders(metafile).map(readLicence).join('\n\n'));

/** What `man latchkey` shows, which npm installs with a global package: the help of the command that was just built. */
function writeManPage(): string {
  const show = (...words: string[]) => {
    const text = execFileSync(process.execPath, [join(dist, bin), 'help', ...words], { encoding: 'utf8' });
    const lines = text
      .replaceAll('\\', '\\e')
      .replaceAll('-', '\\-')
      .replace(/^(?=[.'])/gm, '\\&');
    return `.nf\n${lines}.fi`;
  };
  return `.TH LATCHKEY 1 "" "latchkey ${released}"
.SH NAME
latchkey \\- the command line of Latchkey
.SH COMMANDS
${show()}
.SH OPTIONS
${show('options')}
`;
}

/** The folders of the packages of others that the file holds. */
function listFolders({ inputs }: Metafile): readonly string[] {
  const folders = Object.keys(inputs).flatMap(
    (path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
  );
  return [...new Set(folders)].sort().map((folder) => join(root, folder));
}

/** Throws where a package has no licence. */
function readLicence(folder: string): string {
  const { name, version } = readManifest(folder);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} ${version} has no file with its licence`);
  return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
