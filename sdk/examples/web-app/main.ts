import { randomBytes } from 'node:crypto';
import express, { type Request, type Response } from 'express';
import * as oidc from 'openid-client';

const { SSO_URL = 'http://localhost:4001', PORT = '3000', CLIENT_ID = 'demo-rp' } = process.env;
const { PUBLIC_URL = `http://localhost:${PORT}`, CLIENT_SECRET = 'demo-secret-demo-rp' } = process.env;
const secure = PUBLIC_URL.startsWith('https:');
// Only the demo speaks http.
const execute = SSO_URL.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
const config = await oidc.discovery(new URL(SSO_URL), CLIENT_ID, CLIENT_SECRET, undefined, { execute });

type Tokens = oidc.TokenEndpointResponse & { readonly endsAtMs: number };
/** Of a browser: a sign-in that has begun, then its tokens, which are refreshed once for all requests. */
type Session = { checks?: oidc.AuthorizationCodeGrantChecks; tokens?: Tokens; refreshing?: Promise<Tokens> };
// In memory: a restart signs everybody out, and nothing ends a session. Put a table here whose rows end by themselves,
// with the tokens sealed: whoever reads them can act for your users.
const sessions = new Map<string, Session>();
const idOf = ({ headers }: Request) => /(?:^|; )session=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? '';

/** Begins a session under an id that nobody knows from before. */
function open(request: Request, response: Response, session: Session): void {
  sessions.delete(idOf(request));
  const id = randomBytes(32).toString('base64url');
  sessions.set(id, session);
  response.cookie('session', id, { httpOnly: true, sameSite: 'lax', secure });
}

const keep = (tokens: oidc.TokenEndpointResponse) =>
  Object.assign(tokens, { endsAtMs: Date.now() + (tokens.expires_in ?? 0) * 1000 });

async function refresh(session: Session, old: Tokens): Promise<Tokens> {
  const next = await oidc.refreshTokenGrant(config, old.refresh_token ?? '');
  return (session.tokens = { ...old, ...keep(next) });
}

const app = express();

app.get('/', async (request, response) => {
  const session = sessions.get(idOf(request));
  if (session?.tokens === undefined) return void response.send('<a href="/login">Sign in</a>');
  if (session.tokens.endsAtMs < Date.now() + 30_000)
    await (session.refreshing ??= refresh(session, session.tokens).finally(() => delete session.refreshing));
  const person = await oidc.fetchUserInfo(config, session.tokens.access_token, oidc.skipSubjectCheck);
  const email = String(person.email).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  response.send(`<p>You are ${email}.<form method="post" action="/logout"><button>Sign out</button></form>`);
});

app.get('/login', async (request, response) => {
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
  open(request, response, { checks: { pkceCodeVerifier, expectedState: state, expectedNonce: nonce } });
  const [redirect_uri, scope] = [`${PUBLIC_URL}/callback`, 'openid email offline_access'];
  const code_challenge = await oidc.calculatePKCECodeChallenge(pkceCodeVerifier);
  const asked = { redirect_uri, scope, state, nonce, code_challenge, code_challenge_method: 'S256' };
  response.redirect(oidc.buildAuthorizationUrl(config, asked).href);
});

app.get('/callback', async (request, response) => {
  const { checks } = sessions.get(idOf(request)) ?? {};
  try {
    const tokens =
      checks && (await oidc.authorizationCodeGrant(config, new URL(request.url, PUBLIC_URL), checks));
    if (tokens) open(request, response, { tokens: keep(tokens) });
    response.redirect('/');
  } catch (error) {
    if (!(error instanceof oidc.AuthorizationResponseError)) throw error;
    response.status(403).send('You are not signed in. <a href="/login">Try again</a>');
  }
});

app.post('/logout', (request, response) => {
  const id_token_hint = sessions.get(idOf(request))?.tokens?.id_token ?? '';
  sessions.delete(idOf(request));
  const asked = { id_token_hint, post_logout_redirect_uri: `${PUBLIC_URL}/` };
  response.redirect(303, oidc.buildEndSessionUrl(config, asked).href);
});

app.listen(Number(PORT), () => console.log(`Open ${PUBLIC_URL}`));
