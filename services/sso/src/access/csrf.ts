import { createHmac } from 'node:crypto';
import { isSameSecret } from '@latchkey/secrets';

/** What a valid token says: that the form is ours, and whether it was shown together with the client of the code. */
export type CsrfVerdict = 'forged' | 'plain' | 'shown';

/** The secret that a browser keeps in a cookie, and that its forms are bound to. */
export function createBrowserSecret(randomBytes: (size: number) => Buffer): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The token of a form. It has a second half when the page shows the client behind `shownCode`: this distinguishes a
 * decision in the first step by a person who saw the client from one by a person who did not.
 */
export function createCsrfToken(browserSecret: string, shownCode?: string): string {
  const ours = sign(browserSecret, 'form');
  return shownCode === undefined ? ours : `${ours}.${sign(browserSecret, `shown:${shownCode}`)}`;
}

/** Checks the token that came with a form for `userCode`, eight symbols without the dash. */
export function checkCsrfToken(
  browserSecret: string,
  token: string,
  userCode: string | undefined,
): CsrfVerdict {
  const [ours = '', shown = ''] = token.split('.');
  if (!isSameSecret(ours, sign(browserSecret, 'form'))) return 'forged';
  return userCode !== undefined && isSameSecret(shown, sign(browserSecret, `shown:${userCode}`))
    ? 'shown'
    : 'plain';
}

function sign(browserSecret: string, text: string): string {
  return createHmac('sha256', browserSecret).update(text).digest('base64url');
}
