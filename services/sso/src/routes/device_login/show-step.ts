import { splitScope } from '@latchkey/tokens';
import { createCsrfToken } from '../../access/csrf.ts';
import { errors } from '../../errors.ts';
import type { DeviceAuthorization } from '../../oauth/device/device.ts';
import { formatUserCode } from '../../oauth/device/user-code.ts';
import { approvalLooks, type ApprovalView } from '../../people/page/approval-looks.ts';
import type { Page } from '../../people/page/look.ts';
import type { EnterView } from '../../people/page/page-view.ts';
import { isSameNetwork } from '../../people/sign-in/device-policy.ts';
import type { HeldStep } from '../../people/sign-in/held-approval.ts';
import { offerPasskey } from '../../people/sign-in/passkey.ts';
import type { EntryProblem, SignInResult } from '../../people/sign-in/sign-in.ts';
import type { Visit } from '../../people/sign-in/visit.ts';
import { askForCode, choosePassword, failed, failedBy, type Outcome, type Typed } from '../pages/outcome.ts';

export const approvalPage: Page<ApprovalView> = { path: '/device_login', looks: approvalLooks };

/** Why a request that waits is not approved here. */
const refusals = { other_network: errors.otherNetwork, device_sign_in_off: errors.deviceSignInOff } as const;

/** The page's view of a sign-in step. */
export function toOutcome(
  visit: Visit,
  typed: Typed,
  { step, session }: SignInResult,
): Outcome<ApprovalView> {
  if (!session) return showStep(visit, typed, step);
  return { ...showStep({ ...visit, browserSecret: session.browserSecret, session }, typed, step), session };
}

/** The browser, and the account that is signed in to it. */
type Visitor = Pick<Visit, 'browserSecret' | 'nextForm' | 'ip' | 'usesCodes' | 'passkeys'> & {
  readonly session: { readonly email: string } | undefined;
};

function showStep(visitor: Visitor, typed: Typed, step: SignInResult['step']): Outcome<ApprovalView> {
  switch (step.kind) {
    case 'enter':
      return enter(visitor, askTyped(typed, step.problem), step.device, step.problem);
    case 'credentials':
      return enter(visitor, typed, step.device, undefined, 'credentials');
    case 'choose_password':
      return choosePassword(visitor, { ...typed, userCode: formatUserCode(step.device.userCode) }, step);
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
    default:
      return showHeld(visitor, step);
  }
}

/** What a decision has led to; the person may have to give the device a number first. */
function showHeld(visitor: Visitor, step: HeldStep): Outcome<ApprovalView> {
  switch (step.kind) {
    case 'number': {
      const { device, number, adminRefusal } = step;
      const csrf = createCsrfToken(visitor.browserSecret, { id: visitor.nextForm });
      const userCode = formatUserCode(device.userCode);
      const { clientName } = device;
      return { view: { kind: 'number', csrf, userCode, number, clientName, adminRefusal } };
    }
    case 'number_wrong':
      return failed('number_wrong', errors.numberWrong);
    case 'approved': {
      const { clientName, adminRefusal } = step;
      return { view: { kind: 'done', decision: 'approved', clientName, adminRefusal } };
    }
    case 'denied':
      return { view: { kind: 'done', decision: 'denied', clientName: step.clientName } };
    case 'too_late':
      return failed('code_invalid', errors.badUserCode);
  }
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
  visitor: Visitor,
  { userCode, cameFromAddress, email = '', code = '' }: Typed,
  device?: DeviceAuthorization,
  problem?: EntryProblem,
  asks = askedAgain(problem),
): Outcome<EnterView> {
  const { browserSecret, nextForm: id, session, ip, usesCodes } = visitor;
  const view: EnterView = {
    kind: 'enter',
    asks,
    csrf: createCsrfToken(browserSecret, { id, shownCode: device?.userCode, isFromAddress: cameFromAddress }),
    userCode: device ? formatUserCode(device.userCode) : userCode,
    request: device ? factsOf(device, ip) : null,
    account: session?.email ?? null,
    email,
    oneTimeCode: askForCode(code, usesCodes),
    passkey: asks === 'credentials' ? offerPasskey(visitor, id) : undefined,
    error: problem ?? null,
  };
  return problem === undefined ? { view } : { view, ...failedBy(problem) };
}

/** A code that must be typed is asked for with an empty field, and the form is one to type it in. */
function askTyped(typed: Typed, problem: EntryProblem): Typed {
  return problem === 'code_from_address' ? { ...typed, userCode: '', cameFromAddress: false } : typed;
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
