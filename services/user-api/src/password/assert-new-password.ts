import { ApiError } from '@latchkey/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { Account } from '../account/account.ts';
import { errors } from '../errors.ts';

const common = new Set(dictionary['passwords-common']);
const mostBytes = 1024;

/** The product's own name is the first guess of everybody who knows the product. */
const ownWord = 'latchkey';

/** What {@link assertNewPassword} throws. */
export const newPasswordErrors = [
  errors.passwordTooShort,
  errors.passwordTooLong,
  errors.passwordCommon,
  errors.passwordOwnName,
];

/** Whom a new password is for; undefined until that is known. */
type Owner = Pick<Account, 'email' | 'name'>;

/**
 * Throws invalid_value for a new password that is shorter than `minLength` code points or longer than 1,024 bytes, that
 * is on the list of common ones, or that is the address, its local part, the name or "latchkey". All of it is judged in
 * the NFKC form, which is hashed; case does not matter for what must differ. A password that is in use is never judged
 * by this. Source: contract part 2 "Passwords, codes, throttling".
 */
export function assertNewPassword(
  password: string,
  { field, minLength, owner }: { field: string; minLength: number; owner?: Owner },
): void {
  const form = password.normalize('NFKC');
  if (Array.from(form).length < minLength) {
    const message = `A password needs at least ${minLength} characters`;
    throw new ApiError({ ...errors.passwordTooShort, message }, { field });
  }
  if (Buffer.byteLength(form) > mostBytes) throw new ApiError(errors.passwordTooLong, { field });
  const folded = fold(form);
  if (common.has(folded)) throw new ApiError(errors.passwordCommon, { field });
  if (namesOf(owner).some((name) => fold(name) === folded))
    throw new ApiError(errors.passwordOwnName, { field });
}

function namesOf(owner: Owner | undefined): string[] {
  if (owner === undefined) return [ownWord];
  return [ownWord, owner.email, owner.email.slice(0, owner.email.lastIndexOf('@')), owner.name];
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Whether two texts are one password, which is hashed in its NFKC form. */
export function isSamePassword(one: string, other = ''): boolean {
  return one.normalize('NFKC') === other.normalize('NFKC');
}
