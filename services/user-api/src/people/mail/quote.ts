import { cleanText, unlinkText } from '@latchkey/pages';

const longest = 64;

/**
 * What others wrote, as a mail shows it: cleaned as on the page, in quotes, and no link in any mail program. Empty when nothing is visible.
 * Source: contract part 2 "Mail".
 */
export function quoteOther(text: string, [open, close]: readonly [string, string]): string {
  const shown = cleanText(text, longest);
  if (shown === '') return '';
  return `${open}${unlinkText(shown)}${close}`;
}

/** An address as people write it. One that a mail program could take for more than an address is quoted like any text. */
export function showAddress(address: string, quotes: readonly [string, string]): string {
  return /^[\w+-][\w.+-]{0,63}@[\w.-]{1,190}$/.test(address) ? address : quoteOther(address, quotes);
}
