import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes a bill of materials (CycloneDX) of each service, which is that of its image beside the base image, and of each
 * package that is published: what production runs, by the lockfile.
 * Usage: write-sboms.ts [folder]; the default is dist/sbom.
 */
const root = join(import.meta.dirname, '../..');
const [folder = join(root, 'dist/sbom')] = process.argv.slice(2);
const published = ['sso', 'user-api', 'drop', 'client', 'cli', 'pagination', 'request-parser'];

const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  packageManager: string;
};
const filters = published.flatMap((name) => ['--filter', `@latchkey/${name}`]);
const options = ['--sbom-format', 'cyclonedx', '--prod', '--lockfile-only', '--split'];
const sbom = ['-y', packageManager, 'sbom', ...options, ...filters, '--out', join(folder, '%s.cdx.json')];
execFileSync('npx', sbom, { cwd: root, stdio: 'inherit' });
