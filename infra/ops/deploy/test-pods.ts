import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addSigningKey } from '@latchkey/tokens';
import { runToEnd } from '../../local/child-process.ts';
import { makeUrls } from '../../local/environment.ts';
import { findPorts, services } from '../../local/service-list.ts';
import type { Teardown } from '../../local/teardown.ts';
import { saveImage, type Engine } from '../images/engine.ts';
import { makePod } from './make-pod.ts';
import { overlayFolder, renderOverlay } from './render-overlay.ts';
import { expectAnswers, signIn, waitUntilReady, waitUntilSeeded } from './stack-probe.ts';
import type { Steps } from './steps.ts';
import { runAgainst } from './test-compose.ts';

const podName = 'latchkey-test-deploy';
const redisImage = 'docker.io/library/redis:8';
const images = [
  ...services.map(({ name }) => `latchkey/${name}:latest`),
  'docker.io/library/postgres:18',
  redisImage,
];

const podman = (...args: string[]): Promise<string> => runToEnd('podman', args);

/** Gives podman an image that docker has; podman and buildah share theirs, and what is public is pulled. */
async function bringImage(engine: Engine, image: string, folder: string): Promise<void> {
  const isOurs = image.startsWith('latchkey/');
  const isThere = spawnSync('podman', ['image', 'exists', image]).status === 0;
  if (isThere && !(isOurs && engine === 'docker')) return;
  if (engine !== 'docker') return void (await podman('pull', image));
  const archive = join(folder, 'image.tar');
  await saveImage(engine, image, archive);
  await podman('load', '--input', archive);
  rmSync(archive);
  // An archive of docker has short names, which podman takes for its own.
  const short = image.replace('docker.io/library/', '');
  if (short !== image) await podman('tag', `localhost/${short}`, image);
}

/** Why podman starts no container here; undefined where it does. */
function findHindrance(image: string): string | undefined {
  const args = ['run', '--rm', '--network', 'none', '--memory', '64m', image, 'true'];
  const { status, stderr } = spawnSync('podman', args, { encoding: 'utf8' });
  return status === 0 ? undefined : stderr.trim().split('\n').at(-1);
}

export async function testPods(steps: Steps, teardown: Teardown, engine: Engine): Promise<void> {
  if (spawnSync('podman', ['info'], { stdio: 'ignore' }).status !== 0)
    return steps.leaveOut('pods', 'podman does not work here');
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-pods-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const areThere = await steps.run('pods: images', async () => {
    for (const image of images) await bringImage(engine, image, folder);
  });
  if (!areThere) return;
  const hindrance = findHindrance(redisImage);
  if (hindrance !== undefined) return steps.leaveOut('pods', `podman starts no container here: ${hindrance}`);
  const urls = makeUrls(await findPorts());
  // The user of the container reads them.
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'keys.json'), await addSigningKey({ now: Date.now() }), { mode: 0o644 });
  const file = join(folder, 'pod.json');
  const pod = makePod(renderOverlay(overlayFolder('local')), { name: podName, urls, keysFolder: folder });
  writeFileSync(file, JSON.stringify(pod));
  const remove = () => podman('pod', 'rm', '--force', '--ignore', podName).then(() => undefined);
  teardown.add(remove);
  const isUp = await steps.run('pods: podman kube play of the local overlay, ready', async () => {
    await remove();
    await play(file);
    await waitUntilReady(urls);
    await waitUntilSeeded(urls);
  });
  if (isUp) {
    await steps.run('pods: what the processes may do', checkRights);
    await steps.run('pods: demo --auto', () => runAgainst(urls, 'demo.ts', '--auto'));
    await steps.run('pods: requests', async () => expectAnswers(urls, await signIn(urls)));
  } else console.error(await podman('pod', 'logs', '--tail', '20', podName).catch(String));
  await steps.run('pods: down', remove);
  steps.leaveOut('pods: probes, preStop, policies, Ingress, autoscaler', 'podman has none of Kubernetes');
}

/** Throws what kept the first container from its start; those that wait for it fail too, and are named many times. */
async function play(file: string): Promise<void> {
  try {
    await podman('kube', 'play', file);
  } catch (error) {
    const lines = error instanceof Error ? error.message.split('\n') : [];
    const cause = lines.find((line) => line.startsWith('starting') && !line.includes('a dependency of'));
    throw cause === undefined ? error : new Error(cause, { cause: error });
  }
}

/** As the manifests ask: user 1000, no capabilities, no new privileges, nothing to write but /tmp. */
async function checkRights(): Promise<void> {
  const script =
    'id -u; grep -E "^(CapEff|NoNewPrivs)" /proc/1/status; touch /app/x /x 2>/dev/null && echo writable; touch /tmp/x && echo tmp';
  for (const { name } of services) {
    const said = await podman('exec', `${podName}-${name}`, 'sh', '-c', script);
    if (said.replaceAll(/\s+/g, ' ').trim() !== '1000 CapEff: 0000000000000000 NoNewPrivs: 1 tmp')
      throw new Error(`${name} may do more than its manifest says:\n${said}`);
  }
}
