import type { OperatorMfa } from '../oauth/token/rights.ts';
import { signAccessToken, type TokenSigner, type TokenSubject } from '../oauth/token/sign-access-token.ts';
import type { SignedInVisit } from '../people/sign-in/visit.ts';

const lifeSeconds = 60;

/** What a call is made with: as whom, where, and what it may do there. */
interface CallRights extends Pick<TokenSubject, 'client_id' | 'aud' | 'scope' | 'pk'> {
  readonly operatorMfa: OperatorMfa;
}

/** The codes by which a sibling says that the sign-in of the browser has ended. */
export const endings: ReadonlySet<string> = new Set(['session_revoked', 'token_invalid', 'token_expired']);

/** Signs a token of the person for one call, which is neither stored nor shown. Source: contract part 0 "Access tokens". */
export async function signCall(
  signer: TokenSigner,
  { session, ip, userAgent }: SignedInVisit,
  { operatorMfa, ...rights }: CallRights,
  nowMs: number,
): Promise<string> {
  const { id: sid, userId: sub, amr, authTime: auth_time } = session;
  const subject: TokenSubject = {
    ...rights,
    sub,
    sid,
    token_use: 'user',
    amr: [...amr],
    auth_time,
    browser: { ip, user_agent: userAgent },
    ...(operatorMfa === 'passkey' && { operator_mfa: operatorMfa }),
  };
  const { accessToken } = await signAccessToken(signer, subject, nowMs, lifeSeconds);
  return accessToken;
}
