import { ApiError, type ErrorSpec } from '@latchkey/contracts';
import { createCsrfToken } from '../../access/csrf.ts';
import type { Going } from '../../access/going.ts';
import { errors } from '../../errors.ts';
import { formatUserCode, readUserCode } from '../../oauth/device/user-code.ts';
import type { AnyView } from '../../people/page/look.ts';
import type { ChoosePasswordView, CommonView, EnterView, FailedView } from '../../people/page/page-view.ts';
import type { ChoosePassword } from '../../people/sign-in/check-credentials.ts';
import type { LinkPurpose } from '../../people/sign-in/door-link.ts';
import type { PasswordProblem } from '../../people/sign-in/new-password.ts';
import type { Problem } from '../../people/sign-in/sign-in.ts';
import type { Visit, VisitSession } from '../../people/sign-in/visit.ts';
import type { SignedIn } from '../../sibling/password-check.ts';

/** The result of a request to one of the pages. */
export interface Outcome<View extends AnyView = AnyView> {
  readonly view: View | CommonView;
  readonly failure?: ErrorSpec;
  readonly retryAfterSeconds?: number;
  readonly session?: Pick<SignedIn, 'token' | 'expiresAtMs' | 'amr'> & {
    /** The new secret of the browser, which is rotated at every sign-on. */
    readonly browserSecret: string;
  };
  /** Removes the cookies of the browser. */
  readonly signsOut?: true;
  /** The secret of the browser from then on, so that it can be shown what was done. */
  readonly newSecret?: string;
  /** Path and query to which a browser is redirected. */
  readonly next?: string;
  /** An address of another origin, or one of ours that may lead to one, to which the browser is led. */
  readonly leaves?: string;
  /** Path and query of ours to which a form of another site is led, before anything was done. */
  readonly moves?: string;
  /** What the page that a browser is led to shows, where it is not this view. */
  readonly nextView?: AnyView;
  /** The address that was typed, for the page of another form that a browser is led to. */
  readonly typed?: string;
  /** Answered in place of the form: it holds what is shown once, or what is not stored. */
  readonly isInPlace?: true;
  /** Asks for a one-time code, of an account whose password was right. */
  readonly asksForCode?: true;
  /** Where the person goes on to after a sign-in; the browser remembers it. */
  readonly going?: Going;
  /** The link that the browser keeps for its page; an empty token removes it. */
  readonly link?: { readonly purpose: LinkPurpose; readonly token: string };
}

/** What every page can show. */
export type CommonOutcome = Outcome<never>;

export const passwordFailures: Record<PasswordProblem, ErrorSpec> = {
  new_password_short: errors.newPasswordRefused,
  new_password_long: errors.newPasswordRefused,
  new_password_common: errors.newPasswordRefused,
  new_password_own_name: errors.newPasswordRefused,
  new_password_same: errors.newPasswordRefused,
  new_passwords_differ: errors.newPasswordsDiffer,
};

/** How each problem is said as JSON. */
export const failures: Record<Problem, ErrorSpec> = {
  code_missing: errors.badUserCode,
  code_invalid: errors.badUserCode,
  code_from_address: errors.codeFromAddress,
  email_missing: errors.emailMissing,
  password_missing: errors.passwordMissing,
  credentials_invalid: errors.badCredentials,
  one_time_code_required: errors.mfaRequired,
  ...passwordFailures,
  account_mismatch: errors.otherAccount,
  passkey_refused: errors.passkeyRefused,
  passkey_expired: errors.passkeyExpired,
  sign_in_expired: errors.signInExpired,
  confirmation_expired: errors.confirmationExpired,
};

/** What a form that signs in can be refused for. */
export const credentialErrors = [
  errors.emailMissing,
  errors.badCredentials,
  errors.mfaRequired,
  errors.newPasswordRefused,
  errors.throttled,
] as const;

/** What the person typed, without the password, to fill the form again. */
export interface Typed {
  readonly userCode: string;
  readonly cameFromAddress?: boolean;
  readonly email?: string;
  /** The one-time code. */
  readonly code?: string;
}

/** How the field of the one-time code is shown: `typed` before, or of a browser that has signed in with one. */
export function askForCode(typed: string, usesCodes: boolean): EnterView['oneTimeCode'] {
  if (typed !== '') return 'required';
  return usesCodes ? 'expected' : 'offered';
}

/** What a problem of a form of sign-in adds to its outcome. */
export function failedBy(problem: Problem): Pick<Outcome, 'failure' | 'asksForCode'> {
  const failure = failures[problem];
  return problem === 'one_time_code_required' ? { failure, asksForCode: true } : { failure };
}

/** Asks for the password that replaces a temporary one. */
export function choosePassword(
  { browserSecret, nextForm: id }: Pick<Visit, 'browserSecret' | 'nextForm'>,
  { userCode, cameFromAddress }: Typed,
  { email: account, sealed, least, problem }: ChoosePassword,
): Outcome<ChoosePasswordView> {
  const csrf = createCsrfToken(browserSecret, { id, isFromAddress: cameFromAddress });
  const error = problem ?? null;
  const view: ChoosePasswordView = { kind: 'choose_password', csrf, userCode, account, sealed, least, error };
  return { view, isInPlace: true, ...(problem !== undefined && failedBy(problem)) };
}

/** Ends the flow. `reason` chooses the page's text, `failure` the JSON error; `typed` is the code in the form. */
export function failed(
  reason: Exclude<FailedView['reason'], 'throttled' | 'too_many_approvals' | 'unavailable' | 'too_large'>,
  failure: ErrorSpec,
  typed = '',
): CommonOutcome {
  const code = readUserCode(typed);
  const userCode = code === undefined ? undefined : formatUserCode(code);
  return { view: { kind: 'failed', reason, userCode }, failure };
}

/** A browser, and who is signed in to it. */
export interface SessionVisit extends Pick<Visit, 'browserSecret' | 'nextForm'> {
  readonly session: Pick<VisitSession, 'userId' | 'email' | 'amr' | 'authTime'> | undefined;
}

/** Nobody is signed in to this browser. */
export const signedOut = { kind: 'session', signedIn: null } as const;

/** Shows the account that is signed in to this browser. */
export function showSession({ session, browserSecret, nextForm: id }: SessionVisit): CommonOutcome {
  if (!session) return { view: signedOut };
  const { userId, email, amr, authTime } = session;
  const signedIn = { csrf: createCsrfToken(browserSecret, { id }), account: email, userId, amr, authTime };
  return { view: { kind: 'session', signedIn } };
}

/** Turns the error throttled into an outcome, so that the page shows it in the person's language. */
export async function orThrottled<Made>(act: () => Promise<Made>): Promise<Made | CommonOutcome> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'throttled') throw error;
    const { retryAfterSeconds = 1, spec } = error;
    return {
      view: { kind: 'failed', reason: 'throttled', retryAfterSeconds },
      failure: spec,
      retryAfterSeconds,
    };
  }
}
