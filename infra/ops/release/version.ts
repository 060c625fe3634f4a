import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../../packages/process/src/version.ts';
import { rootDir } from '../../local/paths.ts';

/**
 * Files that cannot read the version from the repository's package.json, which is its home: the library runs in browsers,
 * kustomize reads no other file, and people copy the lines of a README.
 */
const places = [
  { files: 'sdk/client/src/version.ts', pattern: /(?<=version = ')[^']+/g },
  { files: 'infra/ops/k8s/overlays/production/kustomization.yaml', pattern: /(?<=newTag: )\S+/g },
  {
    files: '{packages,sdk,sdk/examples}/*/README.md',
    pattern: /(?<=latchkey-[a-z-]+-)\d+\.\d+\.\d+[\w.-]*(?=\.tgz)/g,
  },
];

/** The files that hold the version, and what each of them must say. Throws for a place without one. */
export function listVersioned(): { readonly path: string; readonly text: string; readonly wanted: string }[] {
  return places.flatMap(({ files, pattern }) => {
    const held = globSync(files, { cwd: rootDir }).flatMap((path) => {
      const text = readFileSync(join(rootDir, path), 'utf8');
      return text.search(pattern) < 0 ? [] : [{ path, text, wanted: text.replace(pattern, version) }];
    });
    if (held.length === 0) throw new Error(`${files} holds no version.`);
    return held;
  });
}

export function writeVersion(): void {
  for (const { path, wanted } of listVersioned()) writeFileSync(join(rootDir, path), wanted);
}
