import { createHmac } from 'node:crypto';
import { deriveKey, readTyped } from '@latchkey/secrets';

/** Crockford's base32: without I, L, O and U, which look like others. 10 symbols are 50 bits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 10;
const codeForm = /^[0-9A-HJKMNP-TV-Z]{10}$/;

const count = 10;

/** Whose codes they are: an account and the secret of its one-time codes. */
interface Owner {
  readonly userId: string;
  readonly secret: string;
}

/** Ten new recovery codes as a person sees them: `XXXXX-XXXXX`. */
function createRecoveryCodes(randomBytes: (size: number) => Uint8Array): string[] {
  const symbols = Array.from(randomBytes(count * length), (byte) => alphabet.charAt(byte % 32));
  return Array.from({ length: count }, (_, nth) => {
    const code = symbols.slice(nth * length, (nth + 1) * length).join('');
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  });
}

/**
 * A recovery code as it was typed, in its one spelling, with 0 and 1 for the letters that look like them. Undefined for what is none.
 */
export function readRecoveryCode(typed: string): string | undefined {
  const code = readTyped(typed).replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return codeForm.test(code) ? code : undefined;
}

/**
 * What is stored of a recovery code. The key is derived from the secret of the account's one-time codes, which the
 * database holds sealed: who reads the database cannot try codes, a rotation of SEALING_KEYS changes no code, and a new
 * secret ends the codes that came with the old one. `code` is one that {@link readRecoveryCode} answered.
 */
export function hashRecoveryCode({ userId, secret }: Owner, code: string): string {
  const key = deriveKey(secret, { purpose: 'recovery codes', salt: userId });
  return createHmac('sha256', key).update(code).digest('base64url');
}

/** Ten new recovery codes, and what is stored of them. */
export function makeRecoveryCodes(
  owner: Owner,
  randomBytes: (size: number) => Uint8Array,
): { readonly codes: string[]; readonly hashes: string[] } {
  const codes = createRecoveryCodes(randomBytes);
  return { codes, hashes: codes.map((code) => hashRecoveryCode(owner, code.replace('-', ''))) };
}
