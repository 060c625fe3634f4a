import { createHmac } from 'node:crypto';
import { isSameSecret } from '@latchkey/secrets';

/**
 * What the token of one of our forms says: whether the form was shown together with the client of the code, and whether
 * that code came from an address.
 */
export interface CsrfFacts {
  readonly wasShown: boolean;
  readonly cameFromAddress: boolean;
}

/** The secret that a browser keeps in a cookie, and that its forms are bound to. */
export function createBrowserSecret(randomBytes: (size: number) => Buffer): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The token of a form. It has a second half when the page shows the client behind `shownCode`: this distinguishes a
 * decision in the first step by a person who saw the client from one by a person who did not. The first half says
 * whether the code in the form came from an address.
 */
export function createCsrfToken(browserSecret: string, shownCode?: string, isFromAddress = false): string {
  const ours = sign(browserSecret, isFromAddress ? linkedForm : typedForm);
  return shownCode === undefined ? ours : `${ours}.${sign(browserSecret, `shown:${shownCode}`)}`;
}

const typedForm = 'form';
const linkedForm = 'form with a code of an address';

/** Reads the token that came with a form for `userCode`, eight symbols without the dash; undefined when it is not ours. */
export function checkCsrfToken(
  browserSecret: string,
  token: string,
  userCode: string | undefined,
): CsrfFacts | undefined {
  const [ours = '', shown = ''] = token.split('.');
  const cameFromAddress = isSameSecret(ours, sign(browserSecret, linkedForm));
  if (!cameFromAddress && !isSameSecret(ours, sign(browserSecret, typedForm))) return undefined;
  const wasShown = userCode !== undefined && isSameSecret(shown, sign(browserSecret, `shown:${userCode}`));
  return { wasShown, cameFromAddress };
}

function sign(browserSecret: string, text: string): string {
  return createHmac('sha256', browserSecret).update(text).digest('base64url');
}
