const symbols = 'BCDFGHJKLMNPQRSTVWXZ';
const length = 8;
const userCodePattern = new RegExp(`^[${symbols}]{${length}}$`);

/** Creates a user code of eight symbols from random bytes. Every symbol is equally likely. Source: RFC 8628 6.1. */
export function createUserCode(randomBytes: (size: number) => Buffer): string {
  const fair = 256 - (256 % symbols.length);
  let code = '';
  while (code.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < fair && code.length < length) code += symbols[byte % symbols.length];
    }
  }
  return code;
}

/**
 * Signs that a keyboard gives for a dash and that Unicode does not call dashes: the underscore, the minus signs, the
 * hyphen bullet, lines, and letters of Arabic, Chinese, Japanese and Korean that look like one. As NFKC writes them.
 */
const dashLike =
  '_\\u0304\\u0305\\u02d7\\u0640\\u1173\\u203e\\u2043\\u2212\\u2500\\u2501\\u2796\\u30fc\\u3127\\u4e00';
const ignored = new RegExp(`[\\s\\p{Pd}\\p{Cf}${dashLike}]`, 'gu');

/**
 * Reads a user code that a person typed. Case, width, spaces, dashes of any kind and invisible characters do not
 * matter. Undefined when the text cannot be a code.
 * Source: RFC 8628 6.1, contract part 1 "Device authorization", part 5 "Budgets".
 */
export function readUserCode(typed: string): string | undefined {
  const code = typed.normalize('NFKC').replace(ignored, '').toUpperCase();
  return userCodePattern.test(code) ? code : undefined;
}

/** Formats a user code of eight symbols as people see it: XXXX-XXXX. */
export function formatUserCode(userCode: string): string {
  return `${userCode.slice(0, length / 2)}-${userCode.slice(length / 2)}`;
}
