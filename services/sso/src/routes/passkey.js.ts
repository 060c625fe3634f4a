import { definePage, publicAccess } from '@latchkey/http-server';
import { passkeyScript, passkeyScriptPath } from '../people/page/passkeys/passkey-script.ts';

/** GET /passkey.js: the script of the pages that offer passkeys, which work without it. */
export const passkeyJs = definePage({
  method: 'GET',
  path: passkeyScriptPath,
  documentType: 'text/javascript',
  summary: 'Script that asks a browser for a passkey',
  family: 'browser',
  access: publicAccess,
  input: { properties: {} },
  output: { properties: { script: { type: 'string' } } },
  example: { script: passkeyScript },
  errors: [],
  handle: () => ({ html: () => passkeyScript, json: { script: passkeyScript } }),
});
