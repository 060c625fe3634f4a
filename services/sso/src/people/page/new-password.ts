import { html, renderField, type FieldError, type Html } from '@latchkey/pages';
import type { PasswordProblem } from '../sign-in/new-password.ts';
import type { Messages } from './locales/en.ts';
import type { PageContext } from './page-context.ts';

/** The fields at fault for each problem of a new password; the first is where it is said. */
export const passwordFields = {
  new_password_short: ['new_password', 'new_password_again'],
  new_password_long: ['new_password', 'new_password_again'],
  new_password_common: ['new_password', 'new_password_again'],
  new_password_own_name: ['new_password', 'new_password_again'],
  new_password_same: ['new_password', 'new_password_again'],
  new_passwords_differ: ['new_password_again'],
} as const satisfies Record<PasswordProblem, readonly string[]>;

export function isPasswordProblem(problem: string): problem is PasswordProblem {
  return problem in passwordFields;
}

/** Renders the fields of a new password. There is no script, so a repetition guards against slips. */
export function renderNewPasswords(
  least: number,
  error: FieldError | null,
  { enter, newPassword }: Messages,
  [label, again] = [enter.newPassword, enter.newPasswordAgain],
): Html {
  const hint = newPassword.hint(least);
  const attributes = html`type="password" required autocomplete="new-password" enterkeyhint="next"`;
  return html`${renderField({ name: 'new_password', label, hint, attributes }, error)}
  ${renderField({ name: 'new_password_again', label: again, attributes }, error)}`;
}

/** A problem of a new password in words; `least` is the characters that it needs. */
export function sayPasswordProblem(
  problem: PasswordProblem,
  least: number,
  { messages: { newPassword }, skin }: Pick<PageContext, 'messages' | 'skin'>,
): string {
  if (problem === 'new_password_short') return newPassword[problem](least);
  return problem === 'new_password_own_name' ? newPassword[problem](skin.name) : newPassword[problem];
}
