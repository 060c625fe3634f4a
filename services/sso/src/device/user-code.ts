const symbols = 'BCDFGHJKLMNPQRSTVWXZ';
const length = 8;
const userCodePattern = new RegExp(`^[${symbols}]{${length}}$`);

/** Makes a user code of eight symbols out of random bytes, each symbol equally likely. Source: RFC 8628 6.1. */
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
 * Reads what a person typed: case, width, spaces, any kind of dash and what does not show are forgiven. Undefined when
 * it can be no code.
 * Source: RFC 8628 6.1, contract part 1 "Device authorization".
 */
export function readUserCode(typed: string): string | undefined {
  const code = typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}\u2212]/gu, '')
    .toUpperCase();
  return userCodePattern.test(code) ? code : undefined;
}

/** Eight symbols as they are shown: XXXX-XXXX. */
export function formatUserCode(userCode: string): string {
  return `${userCode.slice(0, length / 2)}-${userCode.slice(length / 2)}`;
}
