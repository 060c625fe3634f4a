import { join } from 'node:path';
import { requireEngine } from '../ops/images/engine.ts';
import { makeImages, writeSboms } from '../ops/images/make-images.ts';
import { stateDir } from './paths.ts';
import { showStep } from './progress.ts';
import { runCommand } from './run-command.ts';

/** The command `npm run images`: the three images, their sizes, and what is inside. */
await runCommand(async () => {
  const engine = requireEngine();
  const sbomFolder = join(stateDir, 'sbom');
  await showStep('Bills of materials', () => writeSboms(sbomFolder));
  await makeImages(engine, { tag: 'latest', sbomFolder });
  return 0;
});
