import { createHmac } from 'node:crypto';
import { isSameSecret } from '@latchkey/secrets';

/** The secret that a browser keeps in a cookie, and that its forms are bound to. */
export function createBrowserSecret(randomBytes: (size: number) => Uint8Array): string {
  return Buffer.from(randomBytes(32)).toString('base64url');
}

/**
 * The token of a form: its random id, and its HMAC under the secret of the browser. A form that is sent twice is one
 * operation. `kind` distinguishes forms that may not stand in for each other.
 */
export function createFormToken(browserSecret: string, id: string, kind = 'form'): string {
  return `${id}.${signForBrowser(browserSecret, kind, id)}`;
}

/** The id of the form that a token came with; undefined for a token that is not ours, or of another kind. */
export function readFormToken(browserSecret: string, token: string, kind = 'form'): string | undefined {
  const [id = '', ours = ''] = token.split('.');
  return isSameSecret(ours, signForBrowser(browserSecret, kind, id)) ? id : undefined;
}

/** The HMAC of `texts` under the secret of a browser. */
export function signForBrowser(browserSecret: string, ...texts: readonly string[]): string {
  return createHmac('sha256', browserSecret).update(JSON.stringify(texts)).digest('base64url');
}
