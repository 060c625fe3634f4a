import { spawnSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { findSchemaFaults } from './check-schema.ts';
import { overlayFolder, renderOverlay, type Manifest } from './render-overlay.ts';

/** What kubectl makes of an overlay, without the hashes that it adds to the names of Secrets; undefined without kubectl. */
function renderByKubectl(folder: string): Manifest[] | undefined {
  const { error, status, stdout, stderr } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  if (error !== undefined) return undefined;
  if (status !== 0) throw new Error(stderr);
  const plain = stdout.replaceAll(/\b(sso|user-api|drop)-[a-z0-9]{10}$/gm, '$1');
  return parseAllDocuments(plain).map((document) => document.toJS() as Manifest);
}

const keyOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;

/** Long values of a Secret are broken into lines. */
const withoutBreaks = (manifest: Manifest | undefined): unknown =>
  JSON.parse(JSON.stringify(manifest ?? null).replaceAll('\\n', ''));

/** Both overlays fit Kubernetes' schemas, and are what kubectl makes of them. `npm test` has the rules of our own. */
export async function testManifests(): Promise<string> {
  let compared = 'kubectl is not here to compare with';
  for (const name of ['local', 'production'] as const) {
    const folder = overlayFolder(name);
    const manifests = renderOverlay(folder);
    const faults = (await Promise.all(manifests.map(findSchemaFaults))).flat();
    if (faults.length > 0) throw new Error(faults.join('\n'));
    const theirs = renderByKubectl(folder);
    if (theirs === undefined) continue;
    compared = 'as kubectl renders them';
    const known = new Map(theirs.map((manifest) => [keyOf(manifest), manifest]));
    const strange = manifests.filter(
      (manifest) => !isDeepStrictEqual(withoutBreaks(manifest), withoutBreaks(known.get(keyOf(manifest)))),
    );
    if (strange.length > 0 || theirs.length !== manifests.length)
      throw new Error(`kubectl renders ${name} otherwise: ${strange.map(keyOf).join(', ')}`);
  }
  return `passed: ${compared}`;
}
