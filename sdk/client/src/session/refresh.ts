import { LatchkeyError } from '../latchkey-error.ts';
import type { DpopKey } from '../oauth/dpop-key.ts';
import type { Sso } from '../oauth/sso.ts';
import type { Tokens } from '../oauth/tokens.ts';

/** sso answers the same refresh with the same tokens for 30 s (contract part 1 "Token package"). */
const windowMs = 30_000;
const firstWaitMs = 250;

/** `ended`: the family is gone, for this reason. */
export type Refreshed =
  | { readonly type: 'tokens'; readonly tokens: Tokens }
  | { readonly type: 'ended'; readonly reason: string };

/**
 * Refreshes, and repeats the very same refresh within the window when its answer was lost. Throws a LatchkeyError, with
 * nothing changed, when the service cannot say.
 */
export async function refreshTokens(sso: Sso, tokens: Tokens, key: DpopKey | undefined): Promise<Refreshed> {
  const startedAtMs = sso.clock.now();
  for (let lost = 0; ; lost += 1) {
    const answer = await sso.refresh(tokens, key);
    if (answer.type === 'ok') return { type: 'tokens', tokens: keepIdToken(tokens, answer.value) };
    const { error } = answer;
    if (answer.type === 'refused') {
      if (error.code !== 'invalid_grant') throw error;
      return { type: 'ended', reason: lost > 0 ? 'answer_lost' : error.code };
    }
    const waitMs = Math.max(firstWaitMs * 2 ** lost, (error.retryAfter ?? 0) * 1000);
    if (sso.clock.now() + waitMs >= startedAtMs + windowMs) throw error;
    await sso.clock.wait(waitMs);
  }
}

/** A refresh brings none: who signed in stays the same. */
function keepIdToken({ idToken }: Tokens, next: Tokens): Tokens {
  return idToken === undefined ? next : { idToken, ...next };
}

export function createEndedError(reason: string): LatchkeyError {
  return new LatchkeyError('session_ended', `The session has ended (${reason}); a new login is needed.`, {
    reason,
  });
}
