import { definePage, publicAccess } from '@latchkey/http-server';
import { fillKeyScript } from '../page/fill-key.ts';
import { scriptPath } from './d/answer-page.ts';

/** GET /fill-key.js: the script of the page to take a drop, which works without it. */
export const fillKey = definePage({
  method: 'GET',
  path: scriptPath,
  documentType: 'text/javascript',
  summary: 'Script that fills in the key after # on the page of a drop',
  family: 'page',
  access: publicAccess,
  input: { properties: {} },
  output: { properties: { script: { type: 'string' } } },
  example: { script: fillKeyScript },
  errors: [],
  handle: () => ({ html: () => fillKeyScript, json: { script: fillKeyScript } }),
});
