/** Where the script of the pages that offer passkeys is, under the public address of the service. */
export const passkeyScriptPath = '/passkey.js';
