import { ApiError } from '@latchkey/contracts';
import { errors } from '../errors.ts';
import type { PasswordCheck, SignedIn } from '../sibling/password-check.ts';
import type { EntryProblem, SignInForm } from './sign-in.ts';
import type { Visit } from './visit.ts';

interface LogInPorts {
  readonly checkPassword: PasswordCheck;
  readonly randomBytes: (size: number) => Buffer;
}

/** The new session of the browser with its new secret, or what the person must correct. */
export type LogInResult =
  { readonly session: SignedIn & { readonly browserSecret: string } } | { readonly problem: EntryProblem };

/** Signs a person in to the browser, without a device. Source: contract part 1 "Account page". */
export async function logIn(
  ports: LogInPorts,
  visit: Visit,
  form: Pick<SignInForm, 'email' | 'password' | 'code' | 'newPassword' | 'newPasswordAgain' | 'op'>,
): Promise<LogInResult> {
  const { email, password, code, newPassword, newPasswordAgain, op } = form;
  if (email === '') return { problem: 'email_missing' };
  if (password === '') return { problem: 'password_missing' };
  if (newPassword !== newPasswordAgain) return { problem: 'new_passwords_differ' };
  const result = await ports.checkPassword({ email, password, code, newPassword, op }, visit);
  switch (result.outcome) {
    case 'throttled':
      throw new ApiError(errors.throttled, { retryAfterSeconds: result.retryAfterSeconds });
    case 'mfa_required':
      return { problem: 'one_time_code_required' };
    case 'refused':
      return { problem: 'credentials_invalid' };
    case 'password_change_required':
    case 'new_password_refused':
      return { problem: result.outcome };
    case 'signed_in':
      return { session: { ...result, browserSecret: ports.randomBytes(32).toString('base64url') } };
  }
}
