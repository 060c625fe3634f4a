import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rootDir } from './paths.ts';

const root = pathToFileURL(rootDir).href;
/** What tests are made of may keep the servers and databases of one file, so each file loads its own. */
const helpers = /\/(test|e2e|infra|lab|examples|packages\/testing)\//;
const isHelper = (url: string) =>
  url.startsWith(root) && !url.includes('/node_modules/') && helpers.test(url.slice(root.length));

/** The code of each helper without its types, which take half of the time that it takes to load it again. */
const code = new Map<string, string>();
function readHelper(path: string): string {
  const source = code.get(path) ?? stripTypeScriptTypes(readFileSync(path, 'utf8'));
  code.set(path, source);
  return source;
}

/** A test file is loaded with a query behind its address. Its helpers get the same one; the product is loaded once. */
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const query = /\?\d+$/.exec(context.parentURL ?? '')?.[0];
    return query !== undefined && isHelper(found.url) ? { ...found, url: found.url + query } : found;
  },
  load(url, context, next) {
    if (!/\.ts\?\d+$/.test(url) || !isHelper(url)) return next(url, context);
    return { format: 'module', source: readHelper(fileURLToPath(url)), shortCircuit: true };
  },
});
