import { consoleClientId } from '@latchkey/tokens';
import { signAccessToken, type TokenSubject } from '../../services/sso/src/oauth/token/sign-access-token.ts';
import { createRouteGroups } from '../../services/sso/src/routes.ts';
import { redeemTokens } from '../../services/sso/test/redeem.ts';
import { listRoutes, type TokenKind, type WalkedService } from './walked-service.ts';

/** What tokens of user-api say; sso has no family behind them. */
const claimsOf: Readonly<Record<Exclude<TokenKind, 'device'>, Partial<TokenSubject>>> = {
  session: {},
  member: { token_use: 'member', org: 'org-1', role: 'owner' },
  app: { token_use: 'app', sub: 'demo-cli' },
  operator: { pk: 'admin' },
  console: {
    pk: 'admin',
    client_id: consoleClientId,
    browser: { ip: '192.0.2.1', user_agent: 'Test/1.0' },
  },
};

/** sso with one person, whose device has redeemed a code. */
export async function walkSso(): Promise<WalkedService> {
  const { context, agent } = await redeemTokens('openid');
  const { settings } = context;

  async function sign(kind: Exclude<TokenKind, 'device'>, scope: string): Promise<string> {
    const claims: TokenSubject = {
      sub: 'user-1',
      client_id: 'demo-cli',
      aud: settings.ssoUrl,
      scope,
      sid: '11111111-1111-4111-8111-111111111111',
      token_use: 'user',
      pk: 'user',
    };
    const subject = { ...claims, ...claimsOf[kind] };
    return (await signAccessToken(context, subject, context.now())).accessToken;
  }

  /** The test client may have the identity scopes alone, so that openid is the one that its device can lack. */
  async function openToken(kind: TokenKind, scope: string) {
    if (kind !== 'device') return { agent, token: await sign(kind, scope) };
    const device = await redeemTokens(scope.includes('openid') ? 'openid' : 'profile');
    return { agent: device.agent, token: device.tokens.access_token };
  }

  return {
    name: 'sso',
    routes: listRoutes(createRouteGroups(context)),
    async call({ method, path }, token) {
      const open = token && (await openToken(token.kind, token.scope));
      const call = (open?.agent ?? agent)[method](path);
      const { status, body } = await call
        .set(open === undefined ? {} : { authorization: `Bearer ${open.token}` })
        .send(method === 'post' ? 'x=y' : undefined);
      return { status, code: body?.error };
    },
  };
}
