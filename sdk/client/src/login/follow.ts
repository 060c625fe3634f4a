import { LatchkeyError } from '../latchkey-error.ts';
import type { Answer } from '../oauth/answer.ts';
import type { Sso } from '../oauth/sso.ts';
import type { Tokens } from '../oauth/tokens.ts';
import { isEnded, moveLogin, type DeviceLogin, type LoginEvent } from './device-login.ts';
import { createWaiting, type AskNumber, type Waiting } from './number-prompt.ts';

export interface FollowOptions {
  /**
   * Ends the following with the signal's reason; the login can be followed again later. A request for the tokens that is
   * on its way is not cut off, because its answer may be the only one.
   */
  readonly signal?: AbortSignal;
  /** Asks the person for a number, where the installation wants one given back; without it such a login is not followed. */
  readonly onConfirmation?: AskNumber;
}

const followed = new Set<string>();

/**
 * Follows logins to their end, each by one follower at a time. A record comes before each token request, so that
 * whoever has stored it knows after a crash that the code may be spent, and one comes after each.
 */
export function createFollower(sso: Sso) {
  return async function* follow(
    login: DeviceLogin,
    options: FollowOptions = {},
  ): AsyncGenerator<DeviceLogin, void, undefined> {
    const { deviceCode } = login;
    if (followed.has(deviceCode))
      throw new LatchkeyError('already_followed', 'This login is already being followed.');
    followed.add(deviceCode);
    const { signal, onConfirmation } = options;
    const waiting = createWaiting(sso.clock, onConfirmation, signal);
    try {
      yield* walk(sso, login, waiting, signal);
    } finally {
      waiting.close();
      followed.delete(deviceCode);
    }
  };
}

async function* walk(
  sso: Sso,
  login: DeviceLogin,
  waiting: Waiting,
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
    const number = await waiting.next(record, record.nextPollAtMs - Math.max(now(), lastMs));
    yield (record = moveLogin(record, { type: 'asked' }, now()));
    const answer = await sso.redeem(record.deviceCode, key, number);
    const next = moveLogin(record, toEvent(answer), now());
    const isStuck = answer.type === 'refused' && !answer.asksNumber && isUnmoved(record, next);
    yield (record = next);
    if (isStuck) throw answer.error;
  }
}

/** A refusal that leaves the record where it was is none that waiting could mend. */
function isUnmoved(record: DeviceLogin, next: DeviceLogin): boolean {
  return !isEnded(next) && next.nextPollAtMs === record.nextPollAtMs;
}

function toEvent(answer: Answer<Tokens>): LoginEvent {
  if (answer.type === 'ok') return { type: 'tokens', tokens: answer.value };
  const { code, retryAfter: retryAfterSeconds } = answer.error;
  if (answer.type === 'none') return { type: 'unanswered', retryAfterSeconds };
  const { intervalSeconds, asksNumber } = answer;
  return { type: 'refused', code, intervalSeconds, asksNumber, retryAfterSeconds };
}
