import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../../packages/process/src/version.ts';
import { runToEnd } from '../../local/child-process.ts';
import { rootDir } from '../../local/paths.ts';
import { showStep } from '../../local/progress.ts';
import { runCommand } from '../../local/run-command.ts';
import { findEngine, saveImage, type Engine } from '../images/engine.ts';
import { makeImages, writeSboms } from '../images/make-images.ts';
import { makePackages } from './make-packages.ts';
import { findChanges, refuseBaseImage, signSums, sumFiles } from './notes.ts';
import { runQuietly } from './published.ts';
import { listVersioned } from './version.ts';

/** What a release is, and nothing else; ignored by git. */
const folder = join(rootDir, 'release');

/** An archive of each image, `latchkey-<service>-<version>.image.tar.gz`. */
async function saveImages(engine: Engine, sbomFolder: string): Promise<void> {
  for (const image of await makeImages(engine, { tag: version, sbomFolder })) {
    const archive = join(folder, `${image.replaceAll(/[/:]/g, '-')}.image.tar`);
    await showStep(`Archive of ${image}`, async () => {
      await saveImage(engine, image, archive);
      await runToEnd('gzip', [archive]);
    });
  }
}

async function makeRelease(): Promise<number> {
  const stale = listVersioned().filter(({ text, wanted }) => text !== wanted);
  if (stale.length > 0)
    throw new Error(`${stale[0]?.path} has another version than package.json: run npm run openapi.`);
  const changes = findChanges(readFileSync(join(rootDir, 'CHANGELOG.md'), 'utf8'), version);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  await showStep('Packages and the command', async () => makePackages(folder));
  await showStep('What an operator needs', async () => {
    const parts = ['backup', 'k8s', 'observability', 'proxy', 'redis', 'shell', 'systemd'].map(
      (name) => `infra/ops/${name}`,
    );
    const archive = join(folder, `latchkey-operating-${version}.tar.gz`);
    runQuietly('tar', ['-czf', archive, 'docs/operating.md', 'docs/runbook.md', ...parts], rootDir);
  });
  const sbomFolder = join(folder, 'sbom');
  await showStep('Bills of materials', () => writeSboms(sbomFolder));
  const { NODE_IMAGE: base, RELEASE_KEY_FILE: keyFile } = process.env;
  const engine = findEngine();
  const withoutImages =
    engine === undefined ? 'neither docker, podman nor buildah works here.' : refuseBaseImage(base);
  const images =
    engine === undefined || withoutImages !== undefined ? undefined : saveImages(engine, sbomFolder);
  const failure = await images?.then(() => undefined, String);
  writeFileSync(join(folder, 'CHANGES.md'), changes);
  const sums = sumFiles(folder);
  writeFileSync(join(folder, 'SHA256SUMS'), sums);
  if (keyFile) writeFileSync(join(folder, 'SHA256SUMS.sig'), signSums(sums, keyFile));
  else console.log('  SHA256SUMS is not signed: RELEASE_KEY_FILE names no key.');
  if (withoutImages !== undefined) console.log(`  The images were left out: ${withoutImages}`);
  console.log(`\nrelease/ holds version ${version}:\n${sums.replaceAll(/^\w+ /gm, ' ')}`);
  if (failure === undefined) return 0;
  console.log(`The images are not part of it: ${failure}\nThe rest is whole.`);
  return 1;
}

await runCommand(makeRelease);
