/**
 * Signs that a keyboard gives for a dash and that Unicode does not call dashes: the underscore, the minus signs, the
 * hyphen bullet, lines, and letters of Arabic, Chinese, Japanese and Korean that look like one. As NFKC writes them.
 */
const dashLike =
  '_\\u0304\\u0305\\u02d7\\u0640\\u1173\\u203e\\u2043\\u2212\\u2500\\u2501\\u2796\\u30fc\\u3127\\u4e00';
const ignored = new RegExp(`[\\s\\p{Pd}\\p{Cf}\\p{Default_Ignorable_Code_Point}${dashLike}]`, 'gu');
const digit = /^\p{Nd}$/u;

/** The digits of a script follow each other from its zero, and those of two scripts may be neighbours. */
function valueOf(sign: string): string {
  const at = sign.codePointAt(0) ?? 0;
  let first = at;
  while (digit.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((at - first) % 10);
}

/**
 * A code as a person typed or pasted it, in one spelling: NFKC, each decimal digit of every script as 0 to 9, in capitals,
 * without blanks, dashes of any kind and invisible signs. Source: contract part 1 "Device authorization".
 */
export function readTyped(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(ignored, '')
    .replaceAll(/\p{Nd}/gu, valueOf)
    .toUpperCase();
}
