import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../packages/process/src/version.ts';
import { rootDir } from '../local/paths.ts';
import { showStep } from '../local/progress.ts';
import { runCommand } from '../local/run-command.ts';
import { makePackages } from './make-packages.ts';
import { findChanges, sumFiles } from './notes.ts';
import { images, runQuietly } from './published.ts';
import { findEngine, saveImage } from './save-images.ts';
import { listVersioned } from './version.ts';

/** What a release is, and nothing else; ignored by git. */
const folder = join(rootDir, 'release');

/** The command `npm run release`. */
async function makeRelease(): Promise<number> {
  const stale = listVersioned().filter(({ text, wanted }) => text !== wanted);
  if (stale.length > 0)
    throw new Error(`${stale[0]?.path} has another version than package.json: run npm run openapi.`);
  const changes = findChanges(readFileSync(join(rootDir, 'CHANGELOG.md'), 'utf8'), version);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  await showStep('Packages and the command', async () => makePackages(folder));
  await showStep('What an operator needs', async () => {
    const parts = ['backup', 'k8s', 'observability', 'proxy', 'systemd'].map((name) => `infra/${name}`);
    const archive = join(folder, `latchkey-operating-${version}.tar.gz`);
    runQuietly('tar', ['-czf', archive, 'docs/operating.md', 'docs/runbook.md', ...parts], rootDir);
  });
  await showStep('Bills of materials', async () => {
    const script = join(import.meta.dirname, 'write-sboms.ts');
    runQuietly(process.execPath, [script, join(folder, 'sbom')], rootDir);
  });
  const engine = findEngine();
  const lacking: string[] = [];
  for (const service of engine === undefined ? [] : images) {
    const file = join(folder, `latchkey-${service}-${version}.image.tar.gz`);
    const save = () => saveImage(engine as string, service, version, file);
    await showStep(`Image of ${service}`, save).catch(() => lacking.push(service));
  }
  writeFileSync(join(folder, 'CHANGES.md'), changes);
  const sums = sumFiles(folder);
  writeFileSync(join(folder, 'SHA256SUMS'), sums);
  if (engine === undefined) console.log('  The images were left out: neither docker nor podman runs here.');
  console.log(`\nrelease/ holds version ${version}:\n${sums.replaceAll(/^\w+ /gm, ' ')}`);
  if (lacking.length === 0) return 0;
  console.log(`These images could not be built: ${lacking.join(', ')}. The rest is whole.`);
  return 1;
}

await runCommand(makeRelease);
