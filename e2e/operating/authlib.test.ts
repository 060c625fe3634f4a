import { runToEnd } from '../../infra/local/child-process.ts';
import { approve } from '../../infra/local/person.ts';
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
