import { passwordRules, type PasswordRule } from '@latchkey/contracts';

export type PasswordProblem = `new_password_${PasswordRule}` | 'new_passwords_differ';

interface Refused {
  readonly about?: Readonly<Record<string, string>>;
}

/** The rule of a new password that user-api names. What it refuses without one is longer than it reads. */
export function passwordProblemOf({ about = {} }: Refused): PasswordProblem {
  return `new_password_${passwordRules.find((rule) => rule === about['rule']) ?? 'long'}`;
}

/** The characters that a new password has at least, where user-api says so. */
export function leastOf({ about = {} }: Refused): number {
  return Number(about['least'] ?? 0);
}
