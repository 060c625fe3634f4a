import type { Counter } from '@latchkey/attempts';
import { ApiError } from '@latchkey/contracts';
import { errors } from '../../errors.ts';
import { createEntry } from '../../request-log/log-event.ts';
import type { Origin } from '../../request-log/request-log.ts';
import { endDevice, type EndDevicePorts } from '../../sessions/end-sessions.ts';
import type { SessionStore } from '../../sessions/session-store.ts';
import type { SignedInPerson } from '../../sessions/session.ts';
import { assertNoWait, type CounterPorts } from './counters.ts';

export interface GuessPorts extends CounterPorts, EndDevicePorts {
  readonly sessions: Pick<SessionStore, 'revoke'>;
}

/** Whether a right secret forgets the wrong ones: who knows the password has no more tries at the code for that. */
type Shown = 'password' | 'code';

/**
 * Runs a check of a password or a one-time code behind a token. The twentieth wrong one in a sign-in ends it, a root
 * with all of its sessions, whatever the account's budgets allow. A right one sets the count to zero; in an account with
 * one-time codes only a right code does. Throws session_revoked, throttled. Source: contract part 2 "Passwords, codes, throttling".
 */
export async function guessInSession<Result>(
  ports: GuessPorts,
  {
    caller,
    origin,
    shown,
  }: { readonly caller: SignedInPerson; readonly origin: Origin; readonly shown: Shown },
  check: () => Promise<Result>,
): Promise<Result> {
  const { attempts, newId } = ports;
  const counter = ports.counterOf('guesses', signInOf(caller));
  const slot = newId();
  const waitMs = await attempts.hold([counter], slot);
  if (isUsedUp(waitMs, counter)) return endGuessed(ports, caller, origin);
  assertNoWait(waitMs);
  let result: Result;
  try {
    result = await check();
  } catch (error) {
    if (!isWrong(error)) {
      await attempts.release([counter], slot);
      throw error;
    }
    await attempts.keep([counter], slot);
    if (isUsedUp(await attempts.waitMs([counter]), counter)) return endGuessed(ports, caller, origin);
    throw error;
  }
  if (shown === 'code' || caller.account.totpSecret === null) await attempts.clear([counter]);
  else await attempts.release([counter], slot);
  return result;
}

function isWrong(error: unknown): boolean {
  return error instanceof ApiError && error.code === errors.credentialsInvalid.code;
}

/** While a try is under way, the wait is short: a right one would set the count to zero. */
function isUsedUp(waitMs: number, { budget: { heldWaitMs = 0 } }: Counter): boolean {
  return waitMs > heldWaitMs;
}

/** The root of the calling session, else the session, else the refresh family. */
function signInOf({ session }: SignedInPerson): string {
  return session.rootId ?? session.id;
}

async function endGuessed(ports: GuessPorts, caller: SignedInPerson, origin: Origin): Promise<never> {
  const { account, session, claims } = caller;
  const { code } = errors.sessionRevoked;
  const about = { userId: account.id, clientId: claims.client_id, orgId: caller.member?.orgId ?? null };
  const event = { event: 'session.guessed', code, ...about } as const;
  const ending = [ports.counterOf('lockNotice', signInOf(caller))];
  const slot = ports.newId();
  // Of many wrong ones at once, one ends it and writes the row.
  if ((await ports.attempts.hold(ending, slot)) === 0)
    try {
      if (session.kind === 'device') await endDevice(ports, caller, event, origin);
      else await ports.sessions.revoke(signInOf(caller), createEntry(ports, event, origin));
    } catch (fault) {
      await ports.attempts.release(ending, slot);
      throw fault;
    }
  throw new ApiError(errors.sessionRevoked, { detail: 'too many wrong passwords or codes' });
}
