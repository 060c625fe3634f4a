import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A version's part of the change log, or what is unreleased where it has none. Throws where both are missing. */
export function findChanges(changelog: string, version: string): string {
  const parts = changelog.split(/^(?=## )/m);
  const find = (name: string) => parts.find((part) => part.startsWith(`## [${name}]`));
  const part = find(version) ?? find('Unreleased');
  if (part === undefined) throw new Error(`CHANGELOG.md has no part for ${version}.`);
  return `${part.trim()}\n`;
}

/** The hashes of all files below a folder, as `sha256sum --check` reads them. */
export function sumFiles(folder: string): string {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const hash = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex');
  return files
    .sort()
    .map((file) => `${hash(file)}  ${file}\n`)
    .join('');
}
