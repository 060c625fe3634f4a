import { registerHooks } from 'node:module';

/** What tests are made of may keep the servers and databases of one file, so each file loads its own. */
const helpers = /\/(test|e2e|infra|bench|examples|packages\/testing)\//;

/** A test file is loaded with a query behind its address. Its helpers get the same one; the product is loaded once. */
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const query = /\?\d+$/.exec(context.parentURL ?? '')?.[0];
    const isHelper = query !== undefined && helpers.test(found.url) && !found.url.includes('/node_modules/');
    return isHelper ? { ...found, url: found.url + query } : found;
  },
});
