import type { Contract, SentFields } from '@latchkey/contracts';
import type { ServiceAnswer, ServiceClient } from '@latchkey/contracts/service-client';
import { accountClientId } from '@latchkey/tokens';
import type { Visit, VisitSession } from '../sign-in/visit.ts';
import { signAccessToken, type TokenSigner } from '../token/sign-access-token.ts';

/** A browser in which a person is signed in. */
export type SignedInVisit = Visit & { readonly session: VisitSession };

/** What a call needs beside the token. */
type BodyOf<Called extends Contract> = Omit<SentFields<Called['input']>, 'auth.token'>;

/** Asks user-api for the person who is signed in to the browser. Undefined when that sign-in has ended. */
export type AskAccount = <Called extends Contract>(
  visit: SignedInVisit,
  to: Called,
  body: BodyOf<Called>,
) => Promise<ServiceAnswer<Called> | undefined>;

interface AccountParts {
  readonly call: ServiceClient;
  readonly signer: TokenSigner;
  readonly now: () => number;
  /** The address of user-api, which is the audience of its tokens. */
  readonly audience: string;
}

const lifeSeconds = 60;
const endings = new Set(['session_revoked', 'token_invalid', 'token_expired']);

/**
 * Asks with a token that is signed for this one call, and neither stored nor shown. Rejects with upstream_unavailable
 * when user-api gives no valid answer. Source: contract part 0 "Access tokens".
 */
export function createAskAccount({ call, signer, now, audience }: AccountParts): AskAccount {
  return async <Called extends Contract>(visit: SignedInVisit, to: Called, body: BodyOf<Called>) => {
    const { session, ip, userAgent, traceparent } = visit;
    const { id: sid, userId: sub, amr, authTime: auth_time } = session;
    const { accessToken } = await signAccessToken(
      signer,
      {
        sub,
        sid,
        aud: audience,
        client_id: accountClientId,
        scope: 'account orgs',
        token_use: 'user',
        pk: 'user',
        amr: [...amr],
        auth_time,
        browser: { ip, user_agent: userAgent },
      },
      now(),
      lifeSeconds,
    );
    const sent = { ...body, 'auth.token': accessToken } as unknown as SentFields<Called['input']>;
    const answer = await call({ to, body: sent, traceparent });
    return answer.ok || !endings.has(answer.code) ? answer : undefined;
  };
}
