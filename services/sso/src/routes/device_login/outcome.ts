import { ApiError, type ErrorSpec } from '@latchkey/contracts';
import { splitScope } from '@latchkey/tokens';
import { createCsrfToken } from '../../access/csrf.ts';
import type { Going } from '../../access/going.ts';
import type { DeviceAuthorization } from '../../device/device.ts';
import { formatUserCode, readUserCode } from '../../device/user-code.ts';
import { errors } from '../../errors.ts';
import type { AccountResult } from '../../page/account/account-view.ts';
import type { ChoosePasswordView, EnterView, FailedView, PageView } from '../../page/page-view.ts';
import type { ChoosePassword } from '../../sign-in/check-credentials.ts';
import { isSameNetwork } from '../../sign-in/device-policy.ts';
import type { LinkPurpose } from '../../sign-in/door-link.ts';
import type { PasswordProblem } from '../../sign-in/new-password.ts';
import type { EntryProblem, Problem, SignInResult } from '../../sign-in/sign-in.ts';
import type { Visit, VisitSession } from '../../sign-in/visit.ts';

/** The result of a request to one of the pages. */
export interface Outcome {
  readonly view: PageView;
  readonly failure?: ErrorSpec;
  readonly retryAfterSeconds?: number;
  readonly session?: {
    readonly token: string;
    readonly expiresAtMs: number;
    /** The new secret of the browser, which is rotated at every sign-on. */
    readonly browserSecret: string;
    readonly amr: readonly string[];
  };
  /** Removes the cookies of the browser. */
  readonly signsOut?: true;
  /** The secret of the browser from then on, so that it can be shown what was done. */
  readonly newSecret?: string;
  /** Path and query to which a browser is redirected. */
  readonly next?: string;
  /** What is shown there, where it is not what the address shows. */
  readonly nextView?: PageView | AccountResult;
  /** Answered in place of the form: it holds what is shown once. */
  readonly isInPlace?: true;
  /** Where the person goes on to after a sign-in; the browser remembers it. */
  readonly going?: Going;
  /** The link that the browser keeps for its page; an empty token removes it. */
  readonly link?: { readonly purpose: LinkPurpose; readonly token: string };
}

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
  sign_in_expired: errors.signInExpired,
  confirmation_expired: errors.confirmationExpired,
};

/** Why a request that waits is not approved here. */
const refusals = { other_network: errors.otherNetwork, device_sign_in_off: errors.deviceSignInOff } as const;

/** What the person typed, without the password, to fill the form again. */
export interface Typed {
  readonly userCode: string;
  readonly cameFromAddress?: boolean;
  readonly email?: string;
  /** The one-time code. */
  readonly code?: string;
}

/** The page's view of a sign-in step. */
export function toOutcome(visit: Visit, typed: Typed, { step, session }: SignInResult): Outcome {
  if (!session) return showStep(visit, typed, step);
  const { browserSecret, sessionToken: token, sessionExpiresAtMs: expiresAtMs, amr } = session;
  const outcome = showStep({ ...visit, browserSecret, session }, typed, step);
  return { ...outcome, session: { token, expiresAtMs, browserSecret, amr } };
}

/** The browser, and the account that is signed in to it. */
type Visitor = Pick<Visit, 'browserSecret' | 'nextForm' | 'ip' | 'usesCodes'> & {
  readonly session: { readonly email: string } | undefined;
};

function showStep(visitor: Visitor, typed: Typed, step: SignInResult['step']): Outcome {
  switch (step.kind) {
    case 'enter':
      return enter(visitor, askTyped(typed, step.problem), step.device, step.problem);
    case 'credentials':
      return enter(visitor, typed, step.device, undefined, 'credentials');
    case 'choose_password':
      return choosePassword(visitor, { ...typed, userCode: formatUserCode(step.device.userCode) }, step);
    case 'too_late':
      return failed('code_invalid', errors.badUserCode);
    case 'not_allowed':
      return step.reason === 'code_from_address'
        ? enter(visitor, askTyped(typed, step.reason), undefined, step.reason)
        : failed(step.reason, refusals[step.reason]);
    case 'too_many': {
      const { retryAfterSeconds } = step;
      const view = { kind: 'failed', reason: 'too_many_approvals', retryAfterSeconds } as const;
      return { view, failure: errors.tooManyApprovals, retryAfterSeconds };
    }
    case 'attempts_exhausted':
      return failed('attempts_exhausted', errors.badCredentials);
    case 'confirm': {
      const { device, email: account, ticket, adminRefusal } = step;
      const form = { id: visitor.nextForm, shownCode: device.userCode };
      const csrf = createCsrfToken(visitor.browserSecret, form);
      const userCode = formatUserCode(device.userCode);
      const request = factsOf(device, visitor.ip);
      return { view: { kind: 'confirm', csrf, ticket, userCode, request, account, adminRefusal } };
    }
    case 'approved': {
      const { clientName, adminRefusal } = step;
      return { view: { kind: 'done', decision: 'approved', clientName, adminRefusal } };
    }
    case 'denied':
      return { view: { kind: 'done', decision: 'denied', clientName: step.clientName } };
  }
}

/** How the field of the one-time code is shown: `typed` before, or of a browser that has signed in with one. */
export function askForCode(typed: string, usesCodes: boolean): EnterView['oneTimeCode'] {
  if (typed !== '') return 'required';
  return usesCodes ? 'expected' : 'offered';
}

const codeProblems: ReadonlySet<EntryProblem> = new Set([
  'code_missing',
  'code_invalid',
  'code_from_address',
  'confirmation_expired',
]);

/** The page that a problem is corrected on; without one it is the first. */
function askedAgain(problem: EntryProblem | undefined): EnterView['asks'] {
  return problem === undefined || codeProblems.has(problem) ? 'code' : 'credentials';
}

/** Shows the first step, with the request if the code works and with a problem if there is one. */
export function enter(
  { browserSecret, nextForm: id, session, ip, usesCodes }: Visitor,
  { userCode, cameFromAddress, email = '', code = '' }: Typed,
  device?: DeviceAuthorization,
  problem?: EntryProblem,
  asks = askedAgain(problem),
): Outcome {
  const view: EnterView = {
    kind: 'enter',
    asks,
    csrf: createCsrfToken(browserSecret, { id, shownCode: device?.userCode, isFromAddress: cameFromAddress }),
    userCode: device ? formatUserCode(device.userCode) : userCode,
    request: device ? factsOf(device, ip) : null,
    account: session?.email ?? null,
    email,
    oneTimeCode: askForCode(code, usesCodes),
    error: problem ?? null,
  };
  return problem === undefined ? { view } : { view, failure: failures[problem] };
}

/** A code that must be typed is asked for with an empty field, and the form is one to type it in. */
function askTyped(typed: Typed, problem: EntryProblem): Typed {
  return problem === 'code_from_address' ? { ...typed, userCode: '', cameFromAddress: false } : typed;
}

/** Asks for the password that replaces a temporary one. */
export function choosePassword(
  { browserSecret, nextForm: id }: Pick<Visitor, 'browserSecret' | 'nextForm'>,
  { userCode, cameFromAddress }: Typed,
  { email: account, sealed, least, problem }: ChoosePassword,
): Outcome {
  const csrf = createCsrfToken(browserSecret, { id, isFromAddress: cameFromAddress });
  const error = problem ?? null;
  const view: ChoosePasswordView = { kind: 'choose_password', csrf, userCode, account, sealed, least, error };
  return problem === undefined ? { view } : { view, failure: failures[problem] };
}

/** Ends the flow. `reason` chooses the page's text, `failure` the JSON error; `typed` is the code in the form. */
export function failed(
  reason: Exclude<FailedView['reason'], 'throttled' | 'too_many_approvals' | 'unavailable'>,
  failure: ErrorSpec,
  typed = '',
): Outcome {
  const code = readUserCode(typed);
  const userCode = code === undefined ? undefined : formatUserCode(code);
  return { view: { kind: 'failed', reason, userCode }, failure };
}

/** A browser, and who is signed in to it. */
export interface SessionVisit extends Pick<Visit, 'browserSecret' | 'nextForm'> {
  readonly session: Pick<VisitSession, 'userId' | 'email' | 'amr' | 'authTime'> | undefined;
}

/** Shows the account that is signed in to this browser. */
export function showSession({ session, browserSecret, nextForm: id }: SessionVisit): Outcome {
  if (!session) return { view: { kind: 'session', signedIn: null } };
  const { userId, email, amr, authTime } = session;
  const signedIn = { csrf: createCsrfToken(browserSecret, { id }), account: email, userId, amr, authTime };
  return { view: { kind: 'session', signedIn } };
}

/** Turns the error throttled into an outcome, so that the page shows it in the person's language. */
export async function orThrottled(act: () => Promise<Outcome>): Promise<Outcome> {
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

/** The facts by which a person judges a request. Source: RFC 8628 5.4. */
function factsOf(device: DeviceAuthorization, browserIp: string) {
  return {
    clientName: device.clientName,
    registeredBy: device.registeredBy,
    scopes: splitScope(device.scope),
    audiences: device.audience,
    address: device.ip,
    isSameNetwork: isSameNetwork(device.ip, browserIp),
    visitorAddress: device.visitorIp,
    deviceName: device.deviceName,
    userAgent: device.userAgent === '' ? null : device.userAgent,
    requestedAtMs: device.createdAtMs,
  };
}
