import type { MintedToken, SsoClient } from '../sibling/sso.ts';
import type { Caller } from './caller.ts';

/** A new token that says what the caller's does, issued now. */
export function renewToken(
  ports: { readonly sso: Pick<SsoClient, 'mintToken'> },
  { claims, account, member }: Caller,
  traceparent: string,
): Promise<MintedToken> {
  const { sub, client_id, aud, scope, sid, amr = [], auth_time, cnf, fpr } = claims;
  return ports.sso.mintToken(
    {
      token_use: member === null ? 'user' : 'member',
      sub,
      client_id,
      aud: [aud].flat(),
      scope,
      sid,
      pk: account.kind,
      ...(member === null ? {} : { org: member.orgId, role: member.role }),
      amr,
      ...(auth_time === undefined ? {} : { auth_time }),
      ...(cnf === undefined ? {} : { jkt: cnf.jkt }),
      ...(fpr === undefined ? {} : { fpr }),
    },
    traceparent,
  );
}
