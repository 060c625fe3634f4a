import { join } from 'node:path';
import { createSteps } from '../ops/deploy/steps.ts';
import { testCompose } from '../ops/deploy/test-compose.ts';
import { testManifests } from '../ops/deploy/test-manifests.ts';
import { testPods } from '../ops/deploy/test-pods.ts';
import { requireEngine } from '../ops/images/engine.ts';
import { makeImages, writeSboms } from '../ops/images/make-images.ts';
import { stateDir } from './paths.ts';
import { runCommand } from './run-command.ts';

/** The command `npm run test:deploy`: what a user deploys, in the engines of this machine. */
const steps = createSteps();

await runCommand(
  async (teardown) => {
    const engine = requireEngine();
    await steps.run('manifests', testManifests);
    const sbomFolder = join(stateDir, 'sbom');
    const areBuilt = await steps.run('images', async () => {
      await writeSboms(sbomFolder);
      await makeImages(engine, { tag: 'latest', sbomFolder });
    });
    if (areBuilt && engine === 'docker') await testCompose(steps, teardown);
    else steps.leaveOut('compose', areBuilt ? 'docker does not run here' : 'there are no images');
    if (areBuilt) await testPods(steps, teardown, engine);
    return steps.hasFailed() ? 1 : 0;
  },
  ({ code, stopAsked }) => {
    console.log(`\n${steps.show()}`);
    return stopAsked ? 1 : code;
  },
);
