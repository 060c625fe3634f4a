import { readFileSync } from 'node:fs';

const manifest = new URL('../../../package.json', import.meta.url);

/** The version of this release, which is that of the repository's package.json; every image holds that file. */
export const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
