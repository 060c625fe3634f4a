import type { PrivateJwk } from '../oauth/dpop-key.ts';
import type { Tokens } from '../oauth/tokens.ts';

/**
 * One device authorization as the relying party sees it: plain JSON, to be stored as it is. It holds secrets: the device
 * code, the key, and after the pickup the tokens.
 */
export interface DeviceLogin {
  readonly status: 'pending' | 'approved_waiting_pickup' | 'redeemed' | 'expired' | 'failed';
  /** Of a failed login. `answer_lost`: the code was spent by a redemption whose answer never came. */
  readonly reason?: FailureReason;
  readonly deviceCode: string;
  readonly userCode: string;
  readonly verificationUri: string;
  readonly verificationUriComplete: string;
  readonly expiresInSeconds: number;
  readonly expiresAtMs: number;
  readonly intervalSeconds: number;
  /** The token endpoint is not asked before. */
  readonly nextPollAtMs: number;
  /** When it was last asked; null before the first time. */
  readonly askedAtMs: number | null;
  /** Token requests without an answer since the service last said that the code is not spent. */
  readonly unanswered: number;
  /**
   * Of a login whose device must be given the number that the page shows after the approval. `asked`: the page shows it
   * now.
   */
  readonly confirmation?: 'needed' | 'asked';
  /** Of a login with DPoP, until the tokens hold it. */
  readonly dpopKey?: PrivateJwk;
  /** Of a redeemed login. */
  readonly tokens?: Tokens;
}

const failureReasons = ['access_denied', 'invalid_grant', 'unauthorized_client', 'invalid_client'] as const;
export type FailureReason = (typeof failureReasons)[number] | 'answer_lost';

export type LoginEvent =
  /** The person says that they have approved. */
  | { readonly type: 'continued' }
  /** A token request is about to be sent. */
  | { readonly type: 'asked' }
  | { readonly type: 'unanswered'; readonly retryAfterSeconds?: number | undefined }
  | { readonly type: 'tokens'; readonly tokens: Tokens }
  | {
      readonly type: 'refused';
      readonly code: string;
      /** The number is missing, or was wrong. */
      readonly asksNumber?: boolean | undefined;
      readonly intervalSeconds?: number | undefined;
      readonly retryAfterSeconds?: number | undefined;
    };

/** Longest wait that this library chooses; a Retry-After may be longer. */
const maxWaitSeconds = 60;
/** RFC 8628 3.5. */
const slowDownSeconds = 5;

export function isEnded({ status }: Pick<DeviceLogin, 'status'>): boolean {
  return status === 'redeemed' || status === 'expired' || status === 'failed';
}

/**
 * The record after an event (contract part 5, the table of states). An ended record never changes, and neither does the
 * status by a refusal that the table does not name.
 */
export function moveLogin(login: DeviceLogin, event: LoginEvent, nowMs: number): DeviceLogin {
  if (isEnded(login)) return login;
  switch (event.type) {
    case 'continued': {
      const soonestMs = login.askedAtMs === null ? nowMs : login.askedAtMs + login.intervalSeconds * 1000;
      const nextPollAtMs = Math.min(login.nextPollAtMs, Math.max(nowMs, soonestMs));
      return { ...login, status: 'approved_waiting_pickup', nextPollAtMs };
    }
    case 'asked':
      return { ...login, askedAtMs: nowMs, unanswered: login.unanswered + 1 };
    case 'unanswered':
      return missAnswer(login, event.retryAfterSeconds, nowMs);
    case 'tokens': {
      const { dpopKey: _dpopKey, ...rest } = login;
      return { ...rest, status: 'redeemed', unanswered: 0, tokens: event.tokens };
    }
    case 'refused':
      return refuse(login, event, nowMs);
  }
}

/** The code may be spent by now. It expires once it was asked for after its end in vain. */
function missAnswer(login: DeviceLogin, retryAfterSeconds = 0, nowMs: number): DeviceLogin {
  if (login.askedAtMs !== null && login.askedAtMs >= login.expiresAtMs) return expire(login);
  const growing = login.intervalSeconds * 2 ** Math.min(login.unanswered, 10);
  const waitSeconds = Math.max(Math.min(growing, maxWaitSeconds), login.intervalSeconds, retryAfterSeconds);
  return { ...login, status: 'approved_waiting_pickup', nextPollAtMs: nowMs + waitSeconds * 1000 };
}

function refuse(
  login: DeviceLogin,
  { code, asksNumber, intervalSeconds, retryAfterSeconds = 0 }: Extract<LoginEvent, { type: 'refused' }>,
  nowMs: number,
): DeviceLogin {
  switch (code) {
    case 'authorization_pending':
    case 'slow_down': {
      const slower = code === 'slow_down' ? login.intervalSeconds + slowDownSeconds : login.intervalSeconds;
      const interval = Math.max(intervalSeconds ?? slower, login.intervalSeconds);
      const nextPollAtMs = nowMs + Math.max(interval, retryAfterSeconds) * 1000;
      const asked = asksNumber === true ? ({ confirmation: 'asked' } as const) : {};
      return {
        ...login,
        status: 'pending',
        unanswered: 0,
        intervalSeconds: interval,
        nextPollAtMs,
        ...asked,
      };
    }
    case 'expired_token':
      return expire(login);
    case 'invalid_grant':
      // The request that is refused counts as one; any before it may have spent the code.
      if (login.unanswered > 1) return fail(login, 'answer_lost');
      return nowMs >= login.expiresAtMs ? expire(login) : fail(login, 'invalid_grant');
    default: {
      const reason = failureReasons.find((one) => one === code);
      // It says nothing about the requests before it, any of which may have spent the code.
      return reason === undefined ? { ...login, unanswered: login.unanswered - 1 } : fail(login, reason);
    }
  }
}

const expire = (login: DeviceLogin): DeviceLogin => ({ ...withoutKey(login), status: 'expired' });

const fail = (login: DeviceLogin, reason: FailureReason): DeviceLogin => ({
  ...withoutKey(login),
  status: 'failed',
  reason,
});

function withoutKey({ dpopKey: _dpopKey, ...rest }: DeviceLogin): DeviceLogin {
  return rest;
}
