import { LatchkeyError } from '../latchkey-error.ts';
import type { Answer } from '../oauth/answer.ts';
import type { Sso } from '../oauth/sso.ts';
import type { Tokens } from '../oauth/tokens.ts';
import { isEnded, moveLogin, type DeviceLogin, type LoginEvent } from './device-login.ts';

export interface FollowOptions {
  /**
   * Ends the following with the signal's reason; the login can be followed again later. A request for the tokens that is
   * on its way is not cut off, because its answer may be the only one.
   */
  readonly signal?: AbortSignal;
}

/** The device codes that this process follows. */
const followed = new Set<string>();

/**
 * Follows logins to their end, each by one follower at a time. A record comes before each token request, so that
 * whoever has stored it knows after a crash that the code may be spent, and one comes after each.
 */
export function createFollower(sso: Sso) {
  return async function* follow(
    login: DeviceLogin,
    { signal }: FollowOptions = {},
  ): AsyncGenerator<DeviceLogin, void, undefined> {
    const { deviceCode } = login;
    if (followed.has(deviceCode))
      throw new LatchkeyError('already_followed', 'This login is already being followed.');
    followed.add(deviceCode);
    try {
      yield* walk(sso, login, signal);
    } finally {
      followed.delete(deviceCode);
    }
  };
}

async function* walk(
  sso: Sso,
  login: DeviceLogin,
  signal: AbortSignal | undefined,
): AsyncGenerator<DeviceLogin, void, undefined> {
  const now = () => sso.clock.now();
  if (isEnded(login)) return yield login;
  const key = await sso.openKey(login.dpopKey);
  let record = login;
  // A pending record with a request on its way comes from a process that died before it could write down the answer.
  if (record.status === 'pending' && record.unanswered > 0)
    yield (record = moveLogin(record, { type: 'unanswered' }, now()));
  while (!isEnded(record)) {
    signal?.throwIfAborted();
    // A clock that was set back since the last request makes no wait longer.
    const lastMs = record.askedAtMs ?? record.expiresAtMs - record.expiresInSeconds * 1000;
    const waitMs = record.nextPollAtMs - Math.max(now(), lastMs);
    if (waitMs > 0) await sso.clock.wait(waitMs, signal);
    yield (record = moveLogin(record, { type: 'asked' }, now()));
    const answer = await sso.redeem(record.deviceCode, key);
    const next = moveLogin(record, toEvent(answer), now());
    // A refusal that leaves the record where it was is none that waiting could mend.
    const isStuck = answer.type === 'refused' && !isEnded(next) && next.nextPollAtMs === record.nextPollAtMs;
    yield (record = next);
    if (isStuck) throw answer.error;
  }
}

function toEvent(answer: Answer<Tokens>): LoginEvent {
  if (answer.type === 'ok') return { type: 'tokens', tokens: answer.value };
  const { code, retryAfter: retryAfterSeconds } = answer.error;
  if (answer.type === 'none') return { type: 'unanswered', retryAfterSeconds };
  return { type: 'refused', code, intervalSeconds: answer.intervalSeconds, retryAfterSeconds };
}
