import { createFormToken, readFormToken, signForBrowser } from '@latchkey/pages';
import { isSameSecret } from '@latchkey/secrets';

/**
 * What the token of one of our forms says: whether the form was shown together with the client of the code, and whether
 * that code came from an address.
 */
export interface CsrfFacts {
  readonly formId: string;
  readonly wasShown: boolean;
  readonly cameFromAddress: boolean;
}

/** What a form is: its id, and what it shows. */
interface Form {
  /** Random; a form that is sent twice is one operation. */
  readonly id: string;
  /** The code whose client the page shows. */
  readonly shownCode?: string | undefined;
  readonly isFromAddress?: boolean | undefined;
}

/**
 * The token of a form: its id, and its HMAC, which says whether the code in the form came from an address. It has a last
 * part when the page shows the client behind `shownCode`: this distinguishes a decision in the first step by a person
 * who saw the client from one by a person who did not.
 */
export function createCsrfToken(
  browserSecret: string,
  { id, shownCode, isFromAddress = false }: Form,
): string {
  const ours = createFormToken(browserSecret, id, isFromAddress ? linkedForm : undefined);
  return shownCode === undefined ? ours : `${ours}.${signForBrowser(browserSecret, 'shown', shownCode)}`;
}

const linkedForm = 'form with a code of an address';

/**
 * The token of a form about a link, or about a request of an app: it cannot act upon another one, which a second tab has
 * opened.
 */
export function createFormAbout(browserSecret: string, id: string, what: string): string {
  return `${createFormToken(browserSecret, id)}.${signForBrowser(browserSecret, 'about', what)}`;
}

/** Whether a token that is ours is of a form about this. */
export function isFormAbout(browserSecret: string, token: string, what: string): boolean {
  return isSameSecret(token.split('.')[2] ?? '', signForBrowser(browserSecret, 'about', what));
}

/** Reads the token that came with a form for `userCode`, eight symbols without the dash; undefined when it is not ours. */
export function checkCsrfToken(
  browserSecret: string,
  token: string,
  userCode: string | undefined,
): CsrfFacts | undefined {
  const linkedId = readFormToken(browserSecret, token, linkedForm);
  const formId = linkedId ?? readFormToken(browserSecret, token);
  if (formId === undefined) return undefined;
  const shown = token.split('.')[2] ?? '';
  const wasShown =
    userCode !== undefined && isSameSecret(shown, signForBrowser(browserSecret, 'shown', userCode));
  return { formId, wasShown, cameFromAddress: linkedId !== undefined };
}
