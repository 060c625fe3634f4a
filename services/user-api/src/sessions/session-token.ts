import type { RelayClaims } from '@latchkey/tokens';
import type { Account, Membership } from '../accounts/account.ts';
import type { MintedToken, SsoClient } from '../sibling/sso.ts';
import type { Caller, Session } from './session.ts';

export interface MintPorts {
  readonly sso: Pick<SsoClient, 'mintToken'>;
  readonly publicUrl: string;
}

interface TokenSubject {
  readonly account: Account;
  readonly member: Membership | null;
  readonly session: Session;
  /** Holds the requested scope and audiences. */
  readonly payload: Pick<RelayClaims, 'scope' | 'aud_list'>;
  /** Whether the person has just signed in for this token: only then can it hold admin. */
  readonly isSignIn: boolean;
}

export interface SessionToken {
  readonly token_use: 'user' | 'member';
  readonly token_type: 'Bearer' | 'DPoP';
  readonly access_token: string;
  readonly expires_in: number;
  readonly scope: string;
}

/**
 * Asks sso to sign a token for a session. Without an audience in the payload it is for this service. sso decides which
 * rights it holds. Source: contract part 0 "Scopes and rights".
 */
export async function mintSessionToken(
  ports: MintPorts,
  { account, member, session, payload, isSignIn }: TokenSubject,
  traceparent: string,
): Promise<SessionToken> {
  const tokenUse = member === null ? 'user' : 'member';
  const { jkt, fingerprint } = session;
  const minted = await ports.sso.mintToken(
    {
      token_use: tokenUse,
      sub: account.id,
      client_id: session.clientId,
      aud: payload.aud_list?.length ? payload.aud_list : [ports.publicUrl],
      scope: payload.scope ?? '',
      sid: session.id,
      ...(member === null ? {} : { org: member.orgId, role: member.role }),
      amr: session.amr,
      auth_time: Math.floor(session.authTime.getTime() / 1000),
      ...(jkt === null ? {} : { jkt }),
      ...(fingerprint === null ? {} : { fpr: fingerprint }),
      ...(isSignIn ? { fresh_sign_in: true } : {}),
    },
    traceparent,
  );
  return {
    token_use: tokenUse,
    token_type: jkt === null ? 'Bearer' : 'DPoP',
    access_token: minted.accessToken,
    expires_in: minted.expiresIn,
    scope: minted.scope,
  };
}

/** A new token with the same claims as a user's, issued now. It does not hold admin. */
export function renewToken(
  ports: { readonly sso: Pick<SsoClient, 'mintToken'> },
  { claims }: Pick<Caller, 'claims'>,
  traceparent: string,
): Promise<MintedToken> {
  const { sub, client_id, aud, scope, sid, amr = [], auth_time, cnf, fpr } = claims;
  return ports.sso.mintToken(
    {
      token_use: 'user',
      sub,
      client_id,
      aud: [aud].flat(),
      scope,
      sid,
      amr,
      ...(auth_time === undefined ? {} : { auth_time }),
      ...(cnf === undefined ? {} : { jkt: cnf.jkt }),
      ...(fpr === undefined ? {} : { fpr }),
    },
    traceparent,
  );
}
