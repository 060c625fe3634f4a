import { ApiError, type ErrorSpec } from '@latchkey/errors';
import type { DeviceAuthorization } from '../device/device.ts';
import { formatUserCode } from '../device/user-code.ts';
import { errors } from '../errors.ts';
import type { EnterError, EnterView, FailedView, PageView } from '../page/page-view.ts';
import { createCsrfToken } from './csrf.ts';
import type { Visit } from './visit.ts';

/** What one step of the page comes to. */
export interface Outcome {
  readonly view: PageView;
  readonly failure?: ErrorSpec;
  readonly retryAfterSeconds?: number;
  /** A new sign-on session for the browser to keep. */
  readonly session?: { readonly token: string; readonly expiresAtMs: number };
  /** The browser is to forget who it was. */
  readonly signsOut?: true;
  /** Path and query to go to next, after a form was taken. */
  readonly next?: string;
}

const failures: Record<EnterError, ErrorSpec> = {
  code_missing: errors.badUserCode,
  code_invalid: errors.badUserCode,
  email_missing: errors.emailMissing,
  password_missing: errors.passwordMissing,
  credentials_invalid: errors.badCredentials,
  one_time_code_required: errors.mfaRequired,
  account_mismatch: errors.otherAccount,
  confirmation_expired: errors.confirmationExpired,
};

/** What was typed, to be shown again; never the password. */
export interface Typed {
  readonly userCode: string;
  readonly email?: string;
  /** One-time code. */
  readonly code?: string;
}

/** The first step, blank or with what is wrong; it shows the client as soon as the code is known to be live. */
export function enter(visit: Visit, typed: Typed, device?: DeviceAuthorization, error?: EnterError): Outcome {
  const view: EnterView = {
    kind: 'enter',
    csrf: createCsrfToken(visit.browserSecret, device?.userCode),
    userCode: device ? formatUserCode(device.userCode) : typed.userCode,
    request: device ? factsOf(device) : null,
    account: visit.session?.email ?? null,
    email: typed.email ?? '',
    oneTimeCode: (typed.code ?? '') === '' ? 'offered' : 'required',
    error: error ?? null,
  };
  return error === undefined ? { view } : { view, failure: failures[error] };
}

/** The flow ends here; why, in the page's words and in the wire's. */
export function failed(
  reason: Exclude<FailedView['reason'], 'throttled' | 'unavailable'>,
  failure: ErrorSpec,
): Outcome {
  return { view: { kind: 'failed', reason }, failure };
}

/** Turns a throttled that was thrown on the way into an outcome, so that the page tells it in the person's language. */
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
export function factsOf(device: DeviceAuthorization) {
  return {
    clientName: device.clientName,
    scopes: device.scope.split(' ').filter((scope) => scope !== ''),
    address: device.ip,
    userAgent: device.userAgent === '' ? null : device.userAgent,
    requestedAtMs: device.createdAtMs,
  };
}
