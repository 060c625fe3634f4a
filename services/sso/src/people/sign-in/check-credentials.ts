import { ApiError, foldEmail } from '@latchkey/contracts';
import { errors } from '../../errors.ts';
import type { PasskeyCheck } from '../../sibling/passkey-check.ts';
import type { PasswordCheck, SignedIn } from '../../sibling/password-check.ts';
import type { PasswordProblem } from './new-password.ts';
import type { Credentials, CredentialSealer } from './sealed-credentials.ts';
import type { Visit } from './visit.ts';

export interface CredentialPorts {
  readonly checkPassword: PasswordCheck;
  readonly checkPasskey: PasskeyCheck;
  readonly credentials: CredentialSealer;
}

/** The answer of an authenticator, and the challenge of its form: undefined once that is over. */
interface PasskeyForm {
  readonly assertion: string;
  readonly challenge: string | undefined;
}

/** What a form that signs in sends. */
export interface CredentialForm extends Credentials {
  /** The credentials that the form before this one sent, sealed; empty unless a first password is chosen. */
  readonly sealed: string;
  /** What replaces a temporary password, and what was typed to repeat it; read with `sealed` only. */
  readonly newPassword: string;
  readonly newPasswordAgain: string;
  /** In place of what is typed. */
  readonly passkey?: PasskeyForm | undefined;
  /** Names the operation: the same for a form that is sent again. */
  readonly op: string;
}

/** What the person must correct in the credentials. */
export type CredentialProblem =
  | 'email_missing'
  | 'password_missing'
  | 'credentials_invalid'
  | 'one_time_code_required'
  | 'account_mismatch'
  | 'passkey_refused'
  | 'passkey_expired'
  | 'sign_in_expired';

/** The credentials are right, and the password is a temporary one: the person chooses their own. */
export interface ChoosePassword {
  readonly kind: 'choose_password';
  readonly email: string;
  readonly sealed: string;
  /** Characters that it has at least. */
  readonly least: number;
  readonly problem?: PasswordProblem;
}

type Checked =
  | { readonly kind: 'problem'; readonly problem: CredentialProblem }
  | ChoosePassword
  | { readonly kind: 'signed_in'; readonly signedIn: SignedIn };

/**
 * Checks the credentials that were typed, or those that were kept while a first password was chosen. Throws throttled.
 * Source: contract part 1 "Approval page".
 */
export function checkCredentials(
  ports: CredentialPorts,
  visit: Visit,
  form: CredentialForm,
): Promise<Checked> {
  if (form.passkey !== undefined) return checkPasskey(ports, visit, form.passkey, form.op);
  return form.sealed === '' ? checkTyped(ports, visit, form) : checkChosen(ports, visit, form);
}

const passkeyProblems = {
  refused: 'passkey_refused',
  spent: 'passkey_expired',
  other_account: 'account_mismatch',
} as const;

async function checkPasskey(
  ports: CredentialPorts,
  visit: Visit,
  { assertion, challenge }: PasskeyForm,
  op: string,
): Promise<Checked> {
  if (challenge === undefined) return { kind: 'problem', problem: 'passkey_expired' };
  const presented = { assertion, challenge, userId: visit.session?.userId, op };
  const result = await ports.checkPasskey(presented, visit);
  if (result.outcome === 'signed_in') return { kind: 'signed_in', signedIn: result };
  if (result.outcome !== 'throttled') return { kind: 'problem', problem: passkeyProblems[result.outcome] };
  throw new ApiError(errors.throttled, { retryAfterSeconds: result.retryAfterSeconds });
}

async function checkTyped(ports: CredentialPorts, visit: Visit, form: CredentialForm): Promise<Checked> {
  const { password, code, op } = form;
  const credentials = { email: emailOf(visit, form), password, code };
  const problem = findProblem(visit, credentials);
  if (problem) return { kind: 'problem', problem };
  const checked = await ask(ports, visit, { ...credentials, newPassword: '', op });
  if (!('least' in checked)) return checked;
  const { least } = checked;
  const sealed = ports.credentials.seal(visit.browserSecret, { ...credentials, least });
  return { kind: 'choose_password', email: credentials.email, sealed, least };
}

async function checkChosen(
  ports: CredentialPorts,
  visit: Visit,
  { sealed, newPassword, newPasswordAgain, op }: CredentialForm,
): Promise<Checked> {
  const kept = ports.credentials.open(visit.browserSecret, sealed);
  if (kept === undefined) return { kind: 'problem', problem: 'sign_in_expired' };
  const problem = findProblem(visit, kept);
  if (problem) return { kind: 'problem', problem };
  const { email, least } = kept;
  const again = { kind: 'choose_password', email, sealed, least } as const;
  if (newPassword !== newPasswordAgain) return { ...again, problem: 'new_passwords_differ' };
  const checked = await ask(ports, visit, { ...kept, newPassword, op });
  return 'least' in checked ? { ...again, problem: 'new_password_short', ...checked } : checked;
}

/** What user-api says; with `least` where it wants a new password, or another one. */
async function ask(
  ports: CredentialPorts,
  visit: Visit,
  presented: Parameters<PasswordCheck>[0],
): Promise<Exclude<Checked, ChoosePassword> | Pick<ChoosePassword, 'least' | 'problem'>> {
  const result = await ports.checkPassword(presented, visit);
  switch (result.outcome) {
    case 'throttled':
      throw new ApiError(errors.throttled, { retryAfterSeconds: result.retryAfterSeconds });
    case 'mfa_required':
      return { kind: 'problem', problem: 'one_time_code_required' };
    case 'refused':
      return { kind: 'problem', problem: 'credentials_invalid' };
    case 'password_change_required':
      return { least: result.least };
    case 'new_password_refused':
      return { least: result.least, problem: result.problem };
    case 'signed_in':
      return { kind: 'signed_in', signedIn: result };
  }
}

/** What was typed, else the account that is signed in to the browser. */
function emailOf({ session }: Visit, { email }: Credentials): string {
  return email === '' ? (session?.email ?? '') : email;
}

function findProblem({ session }: Visit, { email, password }: Credentials): CredentialProblem | undefined {
  if (email === '') return 'email_missing';
  if (session && foldEmail(email) !== foldEmail(session.email)) return 'account_mismatch';
  return password === '' ? 'password_missing' : undefined;
}
