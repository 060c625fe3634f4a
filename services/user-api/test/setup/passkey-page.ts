import { request } from '@latchkey/testing';
import { accountClientId, ssoClientId, type AccessTokenClaims } from '@latchkey/tokens';
import type { Account } from '../../src/accounts/account.ts';
import { makeSession, openSession, password } from './accounts.ts';
import { createAuthenticator } from './authenticator.ts';
import type { TestService } from './create-test-service.ts';

export const challenge = 'Y2hhbGxlbmdlIG9mIHRoZSBwYWdl';

interface SignIn {
  /** How many seconds before. */
  readonly ago?: number;
  readonly amr?: string[];
  /** What the tokens of the page say beside that. */
  readonly claims?: Partial<AccessTokenClaims>;
}

/** A sign-in of sso's account page, and what it does about passkeys. */
export async function openPasskeyPage(
  service: TestService,
  account: Account,
  { ago = 0, amr = ['password'], claims = {} }: SignIn = {},
) {
  const sid = service.context.newId();
  const createdAt = new Date(service.clock.now() - ago * 1000);
  const root = { id: sid, kind: 'root', rootId: null, clientId: ssoClientId, userId: account.id } as const;
  const { tokensValidAfter } = (await service.context.accounts.findById(account.id)) ?? account;
  const session = makeSession({ ...root, createdAt, authTime: createdAt, amr, tokensValidAfter });
  await service.sessions.add(session);
  const browser = { ip: '203.0.113.50', user_agent: 'Test/1.0' };
  const page = { client_id: accountClientId, scope: 'account orgs', browser, ...claims };
  const auth_time = Math.floor(createdAt.getTime() / 1000);
  const sign = () => service.signer.signToken({ sub: account.id, sid, amr, auth_time, ...page });
  const send = (act: string, fields: object = {}) =>
    request(service.app)
      .post(`/account/me/passkey/${act}`)
      .send({ token: sign(), ...fields });
  const begin = (fields: object = { 'auth.pass': password }) => send('begin', fields);
  /** Begins one, and answers what adds it. */
  async function make(key = createAuthenticator(), lies: Parameters<typeof key.create>[2] = {}) {
    const { begun, user_handle: handle } = (await begin()).body.data;
    return { begun, challenge, passkey: key.create(challenge, handle, lies), name: 'My key' };
  }
  /** Begins and adds one; the answer to that. */
  const add = async (key = createAuthenticator()) => send('add', await make(key));
  const list = async () => (await send('list')).body.data;
  return { send, begin, make, add, list };
}

export type PasskeyPage = Awaited<ReturnType<typeof openPasskeyPage>>;

/** With the token of another client than the page. */
export async function askAsApp(service: TestService, account: Account, act: string, fields: object) {
  const { token } = await openSession(service, account);
  return request(service.app)
    .post(`/account/me/passkey/${act}`)
    .send({ token, ...fields });
}

export const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
