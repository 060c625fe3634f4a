import type { UserInfoResponse } from 'oauth4webapi';
import { checkToken } from '../check-settings.ts';
import { LatchkeyError } from '../latchkey-error.ts';
import { expectOk } from '../oauth/answer.ts';
import type { Sso } from '../oauth/sso.ts';
import type { Caller } from './session.ts';

/** Asks sso who the caller is. A token that was ended before its time is refreshed once, as for every call. */
export async function askUserInfo(sso: Sso, caller: Caller): Promise<UserInfoResponse> {
  const first = await caller.credentials();
  if (first === undefined) throw new LatchkeyError('no_session', 'Without a token there is no person.');
  checkToken(first.accessToken);
  const answer = await sso.userInfo(first.accessToken, first.key);
  if (answer.type !== 'refused' || answer.error.code !== 'invalid_token') return expectOk(answer);
  const next = await caller.credentials(first.accessToken);
  if (next === undefined || next.accessToken === first.accessToken) return expectOk(answer);
  return expectOk(await sso.userInfo(next.accessToken, next.key));
}
