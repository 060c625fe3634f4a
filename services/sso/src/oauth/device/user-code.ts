import { readTyped } from '@latchkey/secrets';

const symbols = 'BCDFGHJKLMNPQRSTVWXZ';
const length = 8;
const drawn = 6;
const userCodePattern = new RegExp(`^[${symbols}]{${length}}$`);

/**
 * Creates a user code of eight symbols: six of random bytes, and the ending of its device code. Every code is equally
 * likely, as the device code is random as well. Source: RFC 8628 6.1.
 */
export function createUserCode(deviceCodeHash: string, randomBytes: (size: number) => Buffer): string {
  const fair = 256 - (256 % symbols.length);
  let code = '';
  while (code.length < drawn) {
    for (const byte of randomBytes(drawn)) {
      if (byte < fair && code.length < drawn) code += symbols[byte % symbols.length];
    }
  }
  return code + endingOf(deviceCodeHash);
}

/**
 * The last two symbols of a user code. They follow from the hash of the device code, so that a store can put both codes
 * in one hash slot, write both in one script, and find either: a process that dies between two writes would leave a user
 * code that leads nowhere. All user codes stay equally likely, and one gives away 8.6 of 256 bits of the hash.
 */
export function endingOf(deviceCodeHash: string): string {
  // 48 bits of the hash, so that no ending is likelier in practice.
  const number = Number.parseInt(deviceCodeHash.slice(0, 12), 16);
  const symbol = (at: number) => symbols[Math.floor(number / at) % symbols.length] ?? '';
  return symbol(symbols.length) + symbol(1);
}

/**
 * Reads a user code that a person typed. Case, width, spaces, dashes of any kind and invisible characters do not
 * matter. Undefined when the text cannot be a code.
 * Source: RFC 8628 6.1, contract part 1 "Device authorization".
 */
export function readUserCode(typed: string): string | undefined {
  const code = readTyped(typed);
  return userCodePattern.test(code) ? code : undefined;
}

/** Formats a user code of eight symbols as people see it: XXXX-XXXX. */
export function formatUserCode(userCode: string): string {
  return `${userCode.slice(0, length / 2)}-${userCode.slice(length / 2)}`;
}
