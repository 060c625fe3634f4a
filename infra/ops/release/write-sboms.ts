import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../../packages/process/src/version.ts';
import { rootDir } from '../../local/paths.ts';
import { images, published } from './published.ts';

/**
 * Writes a bill of materials (CycloneDX) of each service, which is that of its image beside the base image, and of each
 * package that is published: what production runs, by the lockfile.
 * Usage: write-sboms.ts folder.
 */
const [folder = ''] = process.argv.slice(2);

const { packageManager } = JSON.parse(readFileSync(join(rootDir, 'package.json'), 'utf8')) as {
  packageManager: string;
};
const filters = [...images, ...published].flatMap((name) => ['--filter', `@latchkey/${name}`]);
const options = ['--sbom-format', 'cyclonedx', '--prod', '--lockfile-only', '--split'];
const sbom = ['-y', packageManager, 'sbom', ...options, ...filters, '--out', join(folder, '%s.cdx.json')];
execFileSync('npx', sbom, { cwd: rootDir, stdio: ['ignore', 'ignore', 'inherit'] });

/** pnpm finds no version in the manifests of this repository. */
function nameVersion(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/(?<=^pkg:npm\/%40latchkey\/[\w-]+@)0\.0\.0/, version);
  const isOwn =
    typeof value === 'object' && value !== null && 'group' in value && value.group === '@latchkey';
  return isOwn ? { ...value, version } : value;
}

for (const name of globSync('*.cdx.json', { cwd: folder })) {
  const document: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'), nameVersion);
  writeFileSync(join(folder, name), `${JSON.stringify(document, null, 2)}\n`);
}
