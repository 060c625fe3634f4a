import { ApiError, type ErrorSpec, type PasswordRule } from '@latchkey/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { Account } from '../../accounts/account.ts';
import { errors } from '../../errors.ts';
import type { Passwords } from './passwords.ts';

const common = new Set(dictionary['passwords-common']);
const mostBytes = 1024;

/** The product's name is the first guess of everybody who knows the product, whatever the installation is called. */
const productName = 'latchkey';

const refusals: Readonly<Record<PasswordRule, ErrorSpec>> = {
  short: errors.passwordTooShort,
  long: errors.passwordTooLong,
  common: errors.passwordCommon,
  own_name: errors.passwordOwnName,
  same: errors.passwordSame,
};

export const newPasswordErrors = [refusals.short, refusals.long, refusals.common, refusals.own_name];

interface Wanted {
  readonly field: string;
  readonly rules: Pick<Passwords, 'minLength' | 'houseName'>;
}

/** The refusal of a new password, with the rule that it breaks and the least length, so that a page can say both. */
export function refusePassword(rule: PasswordRule, { field, rules: { minLength } }: Wanted): ApiError {
  const spec = refusals[rule];
  const message = rule === 'short' ? `A password needs at least ${minLength} characters` : spec.message;
  return new ApiError({ ...spec, message }, { field, about: { rule, least: String(minLength) } });
}

/** Whom a new password is for; undefined until that is known. */
type Owner = Pick<Account, 'email' | 'name'>;

/**
 * Throws invalid_value for a new password that is shorter than `minLength` code points or longer than 1,024 bytes, that
 * is on the list of common ones, or that is the address, its local part, the name, what the installation is called or "latchkey". All of it is judged in
 * the NFKC form, which is hashed; case does not matter for what must differ. A password that is in use is never judged
 * by this. Source: contract part 2 "Passwords, codes, throttling".
 */
export function assertNewPassword(password: string, wanted: Wanted & { readonly owner?: Owner }): void {
  const form = password.normalize('NFKC');
  if (Array.from(form).length < wanted.rules.minLength) throw refusePassword('short', wanted);
  if (Buffer.byteLength(form) > mostBytes) throw refusePassword('long', wanted);
  const folded = fold(form);
  if (common.has(folded)) throw refusePassword('common', wanted);
  if (namesOf(wanted).some((name) => fold(name) === folded)) throw refusePassword('own_name', wanted);
}

function namesOf({ owner, rules }: Parameters<typeof assertNewPassword>[1]): string[] {
  const own = [productName, rules.houseName];
  if (owner === undefined) return own;
  return [...own, owner.email, owner.email.slice(0, owner.email.lastIndexOf('@')), owner.name];
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Whether two texts are one password, which is hashed in its NFKC form. */
export function isSamePassword(one: string, other = ''): boolean {
  return one.normalize('NFKC') === other.normalize('NFKC');
}
