import { request } from '@latchkey/testing';
import type { Response } from 'supertest';
import type { Account } from '../../src/accounts/account.ts';
import { isTokenLive } from '../../src/tokens/is-token-live.ts';
import { makeClient, makeSession, openSession, password } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { ada, admin, bob, createClientsService, type ClientsService } from '../setup/manage-clients.ts';

/** What a client that is archived or inactive may do: nothing, from the next call on, until it works again. */
const clientId = 'client-x';
const client = makeClient({
  clientId,
  ownerId: bob.id,
  type: 'confidential',
  tokenEndpointAuthMethod: 'client_secret_basic',
  grantTypes: ['client_credentials', 'relay'],
});
let service: ClientsService;
beforeEach(async () => {
  service = await createClientsService();
  await service.clients.add(client);
  await service.clients.add(makeClient({ clientId: 'other' }));
});

const post = (path: string, fields: object) => request(service.app).post(path).send(fields);
/** By an operator, so that it counts for no session that is looked at. */
const act = (action: 'archive' | 'restore' | 'update', fields: object = {}) =>
  service.call(action, admin, { client_id: clientId, ...fields });

const signIn = (claims: object = {}) =>
  post('/auth/user/login', {
    relay: service.siblings.relay({ client_id: clientId, ...claims }),
    'auth.user': ada.email,
    'auth.pass': password,
  });

const exchange = (token: string, target = 'other') =>
  post('/auth/user/exchange', {
    relay: service.siblings.relay({ purpose: 'user_exchange', client_id: target }),
    'auth.token': token,
  });

/** Does to the account that owns the client what an operator does. */
const setStatus = async (account: Account, status: Account['status']) => {
  await service.accounts.add({ ...account, status });
  return undefined;
};

describe.each([
  ['archived', () => act('archive'), () => act('restore')],
  ['of a disabled person', () => setStatus(bob, 'disabled'), () => setStatus(bob, 'active')],
  ['inactive', () => act('update', { status: 'inactive' }), () => act('update', { status: 'active' })],
])('a client that is %s', (_state, close, open) => {
  /** How a call is answered before, while and after the client is closed. */
  async function answers(call: () => PromiseLike<Response>): Promise<unknown[]> {
    const seen: unknown[] = [];
    for (const step of [() => undefined, close, open]) {
      expect((await step())?.status ?? 200).toBe(200);
      const { status, body } = await call();
      seen.push(status === 200 ? 200 : body.code);
    }
    return seen;
  }

  test('opens no session by a payload of its own', async () => {
    expect(await answers(() => signIn())).toEqual([200, 'forbidden', 200]);
    const { status, body } = (await close(), await signIn());
    expect([status, body.field]).toEqual([403, 'client_id']);
  });

  test('its session, and what its tokens could be exchanged for, rest meanwhile', async () => {
    const { access_token: token, root } = (await signIn()).body.data;
    await service.connections.add({ source: clientId, target: 'other', scopes: ['account'] });
    expect(await answers(() => post('/oauth/clients/search', { token }))).toEqual([
      'insufficient_scope',
      'session_revoked',
      'insufficient_scope',
    ]);
    expect(await answers(() => exchange(root.token))).toEqual([200, 'token_invalid', 200]);
    expect(await answers(() => exchange(token))).toEqual([200, 'token_invalid', 200]);
    expect(await answers(() => exchange(root.token, clientId))).toEqual([200, 'forbidden', 200]);
  });

  test('its devices are refused, although sso vouched for them a moment ago', async () => {
    const sid = service.context.newId();
    const token = service.siblings.signFamily({ sub: ada.id, sid, client_id: clientId });
    expect(await answers(() => post('/oauth/clients/search', { token }))).toEqual([
      200,
      'session_revoked',
      200,
    ]);
  });

  test('its app tokens are refused and none is issued', async () => {
    const issue = () =>
      post('/oauth/client_credentials/issue', {
        relay: service.siblings.relay({ purpose: 'client_credentials', client_id: clientId }),
      });
    const token = (await issue()).body.data.access_token;
    expect(await answers(issue)).toEqual([200, 'forbidden', 200]);
    expect(
      await answers(() => post('/account/me/client_password/change', { token, 'auth.pass': 'wrong' })),
    ).toEqual(['invalid_credentials', 'session_revoked', 'invalid_credentials']);
  });

  test.each([
    [clientId, 'other'],
    ['other', clientId],
  ])('the connection from %s to %s is refused', async (source, target) => {
    await service.connections.add({ source, target, scopes: ['account'] });
    const app = { sub: source, client_id: source, sid: 'issue', token_use: 'app' as const };
    const token = service.signer.signToken({ ...app, scope: 'account' });
    service.siblings.active.add(token);
    expect(await answers(() => post('/oauth/clients/connections/verify', { token }))).toEqual([
      200,
      'connection_not_allowed',
      200,
    ]);
  });

  test('what ended meanwhile stays ended', async () => {
    const { access_token: token, session } = (await signIn()).body.data;
    await close();
    await service.context.sessions.revoke(session.id, makeLogEntry());
    await open();
    expect((await post('/session/me', { token })).body.code).toBe('token_invalid');
  });
});

test('ids of the services themselves have no row and are open', async () => {
  const { sessionId: sid } = await openSession(service, ada);
  const token = service.signer.signToken({ sub: ada.id, sid, client_id: 'latchkey-sso' });
  expect((await post('/session/me', { token })).status).toBe(200);
});

test('a session whose client lost the grant relay is refused by every reader of tokens', async () => {
  const relaying = makeClient({ ...client, clientId: 'relaying', grantTypes: ['relay'] });
  await service.clients.add(relaying);
  const sid = crypto.randomUUID();
  await service.sessions.add(makeSession({ id: sid, userId: ada.id, clientId: 'relaying' }));
  const token = service.signer.signToken({ sub: ada.id, sid, client_id: 'relaying' });
  const readers = async () => {
    const paths = ['/session/me', '/account/me/view', '/account/me/update', '/oauth/clients/search'];
    const answers = await Promise.all(paths.map((path) => post(path, { token, name: 'Ada' })));
    const iat = Math.floor(service.clock.now() / 1000);
    const facts = { sid, sub: ada.id, iat, token_use: 'user', client_id: 'relaying' } as const;
    const isLive = await isTokenLive(service.context, facts);
    return [...answers.map(({ status }) => status), isLive];
  };
  expect(await readers()).toEqual([200, 200, 200, 200, true]);
  await service.clients.add({ ...relaying, grantTypes: ['client_credentials'] });
  expect(await readers()).toEqual([401, 401, 401, 401, false]);
});
