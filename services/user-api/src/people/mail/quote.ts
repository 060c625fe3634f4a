import { cleanText } from '@latchkey/pages';

const longest = 64;
/** A thin blank, at which every mail program ends what it takes for a link. */
const hairSpace = '\u200a';

/**
 * What others wrote, as a mail shows it: cleaned as on the page, in quotes, and no link in any mail program, since a
 * hair space follows each sign that links are known by. Empty when nothing is visible.
 * Source: contract part 2 "Mail".
 */
export function quoteOther(text: string, [open, close]: readonly [string, string]): string {
  const shown = cleanText(text, longest);
  if (shown === '') return '';
  return `${open}${shown.replaceAll(/[.:/@\u3002\uff0e\uff61\uff20\uff0f\uff1a](?=\S)/gu, `$&${hairSpace}`)}${close}`;
}

/** An address as people write it. One that a mail program could take for more than an address is quoted like any text. */
export function showAddress(address: string, quotes: readonly [string, string]): string {
  return /^[\w+-][\w.+-]{0,63}@[\w.-]{1,190}$/.test(address) ? address : quoteOther(address, quotes);
}
