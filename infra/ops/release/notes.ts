import { createHash, createPrivateKey, sign } from 'node:crypto';
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

/** The Ed25519 signature of the sums, in base64, by the private key of a PEM file. */
export function signSums(sums: string, keyFile: string): string {
  const key = createPrivateKey(readFileSync(keyFile));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${keyFile} holds no Ed25519 key.`);
  return `${sign(null, Buffer.from(sums), key).toString('base64')}\n`;
}

/** Why the images of a release are not made from this base; undefined where its digest says which one it is. */
export function refuseBaseImage(image: string | undefined): string | undefined {
  if (image !== undefined && /@sha256:[0-9a-f]{64}$/.test(image)) return undefined;
  return `NODE_IMAGE must name the base image by its digest (…@sha256:…); it is ${image ?? 'not set'}.`;
}
