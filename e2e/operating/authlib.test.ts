import { runToEnd } from '../../infra/local/child-process.ts';
import { allow, approve, demo } from '../../infra/local/person.ts';
import { startStack, type Stack } from '../../infra/local/stack.ts';
import { makeBareClient } from '../clients/make-bare-client.ts';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ sso: { POLL_INTERVAL_SECONDS: '1' } });
});
afterAll(() => stack.stop());

/** What its documentation shows for a client with a secret. */
const program = `
import os, sys
os.environ['AUTHLIB_INSECURE_TRANSPORT'] = '1'
from authlib.integrations.requests_client import OAuth2Session
sso, client_id, secret, token = sys.argv[1:]
session = OAuth2Session(client_id, secret, token_endpoint_auth_method='client_secret_post')
print(session.refresh_token(sso + '/token', refresh_token=token)['refresh_token'])
`;

test('Authlib refreshes unmodified where the refresh_binding of its client is optional', async () => {
  const { sso } = stack.urls;
  const { id, secret } = await makeBareClient(stack.urls, 'confidential');
  const post = async (path: string, form: Record<string, string>) => {
    const body = new URLSearchParams({ client_id: id, client_secret: secret, ...form });
    const answer = await fetch(`${sso}${path}`, { method: 'POST', body });
    return (await answer.json()) as Record<string, string>;
  };
  const device = await post('/device_authorization', { scope: 'openid offline_access' });
  await approve(stack.urls, { userCode: device['user_code'] ?? '' });
  const code = { grant_type: 'device_code', device_code: device['device_code'] ?? '' };
  const { refresh_token: first = '' } = await post('/token', code);
  const second = (await runToEnd('python3', ['-c', program, sso, id, secret, first])).trim();
  expect([second === '', second === first]).toEqual([false, false]);
  const third = (await runToEnd('python3', ['-c', program, sso, id, secret, second])).trim();
  expect([third === '', third === second]).toEqual([false, false]);
});

/** Two calls of one program: it makes the address, and goes on with where the person was led. */
const webApp = `
import os, sys
os.environ['AUTHLIB_INSECURE_TRANSPORT'] = '1'
from authlib.integrations.requests_client import OAuth2Session
sso, client_id, secret, verifier, back = sys.argv[1:]
session = OAuth2Session(
    client_id, secret, scope='openid email offline_access', redirect_uri='http://localhost:3000/callback',
    token_endpoint_auth_method='client_secret_post', code_challenge_method='S256')
if back == '':
    print(session.create_authorization_url(sso + '/authorize', code_verifier=verifier)[0])
else:
    first = session.fetch_token(sso + '/token', authorization_response=back, code_verifier=verifier)
    print(first['refresh_token'] != session.refresh_token(sso + '/token')['refresh_token'])
`;

test('Authlib signs in in a browser with PKCE, and refreshes', async () => {
  const { client_id: id, client_secret: secret } = demo.rp;
  const verifier = 'v'.repeat(43);
  const run = (back: string) =>
    runToEnd('python3', ['-c', webApp, stack.urls.sso, id, secret, verifier, back]);
  const back = await allow((await run('')).trim());
  expect((await run(back.href)).trim()).toBe('True');
});
