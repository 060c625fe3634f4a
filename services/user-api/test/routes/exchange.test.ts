import { request } from '@latchkey/testing';
import { hashFingerprint } from '@latchkey/tokens';
import { installation } from '../../src/clients/client.ts';
import {
  acme,
  addConnectedClients,
  bob,
  failUp,
  makeAccount,
  makeClient,
  makeSession,
  openSession,
  password,
} from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { makeProofKey, prove } from '../setup/prove.ts';
import { audience, startMs } from '../setup/signer.ts';
import { database } from '../setup/test-database.ts';

const path = '/auth/user/exchange';
const ada = makeAccount();
let service: TestService;
const prepare = async (options: Parameters<typeof createTestService>[0] = {}) => {
  service = createTestService(options);
  await service.accounts.add(ada, [acme]);
  for (const clientId of ['demo-cli', 'demo-backend', 'other-client'])
    await service.clients.add(makeClient({ clientId, ...installation, grantTypes: ['relay'] }));
};
beforeEach(() => prepare());

/** Lets tokens of demo-cli, the client of openSession, be exchanged for other-client. */
const connect = async (...scopes: string[]) =>
  await service.connections.add({ source: 'demo-cli', target: 'other-client', scopes });

async function openRoot(fields: object = {}): Promise<string> {
  const relay = service.siblings.relay({ purpose: 'user_root_session' });
  const names = { 'auth.user': 'ada@example.test', 'auth.pass': password };
  const { body } = await request(service.app)
    .post('/auth/user/root-session')
    .send({ relay, ...names, ...fields });
  return body.data.root.token;
}

function exchange(token: string, fields: object = {}, claims: object = {}) {
  const relay = service.siblings.relay({ purpose: 'user_exchange', client_id: 'other-client', ...claims });
  return request(service.app)
    .post(path)
    .send({ relay, 'auth.token': token, ...fields });
}

describe('POST /auth/user/exchange', () => {
  test('200 with a session of the payload’s client, out of a root session', async () => {
    const token = await openRoot();
    const { status, body } = await exchange(token, {}, { scope: 'openid' });
    expect([status, body.data]).toEqual([
      200,
      {
        token_use: 'user',
        token_type: 'Bearer',
        access_token: expect.any(String),
        expires_in: 900,
        scope: 'openid',
        session: {
          id: expect.any(String),
          kind: 'client',
          amr: ['password'],
          expires_at: '2026-12-15T10:00:00.000Z',
        },
      },
    ]);
    expect(service.siblings.minted).toMatchObject([{ client_id: 'other-client', sid: body.data.session.id }]);
  });

  test('200 out of a session, by its access token; the new one ends with the old one', async () => {
    await connect();
    const { token, sessionId } = await openSession(service, ada);
    const { body } = await exchange(token, { 'auth.method': 'session' }, { method: 'session' });
    expect(body.data.session.amr).toEqual(['password', 'session']);
    const me = () => request(service.app).post('/session/me').send({ token: body.data.access_token });
    expect((await me()).status).toBe(200);
    await service.context.sessions.revoke(sessionId, makeLogEntry());
    expect((await me()).status).toBe(401);
  });

  test('200 for a token in the field token; 400 where auth.token is another one', async () => {
    const token = await openRoot();
    expect((await exchange('', { token })).status).toBe(200);
    const { status, body } = await exchange(token, { token: 'another' });
    expect([status, body.code, body.field]).toEqual([400, 'ambiguous_parameter', 'token']);
  });

  test.each([
    ['no token', undefined, 400, 'missing_field'],
    ['an unknown root token', `rs_${'a'.repeat(43)}`, 401, 'token_invalid'],
    ['text that is no token', 'nope', 401, 'token_invalid'],
  ])('refuses %s', async (_name, token, status, code) => {
    const answer = await exchange('', { 'auth.token': token });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  /** What may befall a source: the token that is presented after it. */
  const sources: Readonly<Record<string, (sid: string, token: string) => string | Promise<string>>> = {
    'an app token': (sid) => service.signer.signToken({ sub: ada.id, sid, token_use: 'app' }),
    'a refresh family': () => service.siblings.signFamily({ sub: ada.id, sid: 'family' }),
    'a session that is not there': () => service.signer.signToken({ sub: ada.id, sid: crypto.randomUUID() }),
    'a session of another user': async (sid) => {
      await service.accounts.add(bob);
      return service.signer.signToken({ sub: bob.id, sid });
    },
    'a session that has ended': async (sid, token) => {
      await service.context.sessions.revoke(sid, makeLogEntry());
      return token;
    },
    'a disabled account': async (_sid, token) => {
      await service.accounts.add({ ...ada, status: 'disabled' }, [acme]);
      return token;
    },
    'a deleted account': async (_sid, token) => {
      await service.accounts.add({ ...ada, status: 'deleted' }, [acme]);
      return token;
    },
    'the root of a disabled account': async () => {
      const root = await openRoot();
      await service.accounts.add({ ...ada, status: 'disabled' }, [acme]);
      return root;
    },
    'a root that was idle for a day': async () => {
      const root = await openRoot();
      service.clock.advance(24 * 3600);
      return root;
    },
  };

  test.each(Object.entries(sources))('401 for %s', async (_name, befall) => {
    const { token, sessionId } = await openSession(service, ada);
    const { status, body } = await exchange(await befall(sessionId, token));
    expect([status, body.code]).toEqual([401, 'token_invalid']);
    expect(service.siblings.minted).toEqual([]);
  });

  test.each([
    [200, 'of the second in which tokens_valid_after is', 999],
    [401, 'of the second before it', 1000],
  ])('%i for a token %s', async (status, _name, laterMs) => {
    await connect();
    const { token } = await openSession(service, ada);
    await service.accounts.add(makeAccount({ tokensValidAfter: new Date(startMs + laterMs) }), [acme]);
    const answer = await exchange(token);
    expect([answer.status, answer.body.code]).toEqual([status, status === 200 ? undefined : 'token_invalid']);
  });

  test.each<[string, object, object]>([
    ['another purpose', {}, { purpose: 'user_login' }],
    ['another client', { 'auth.client_id': 'demo-backend' }, {}],
    ['a method that was not asked', {}, { method: 'session' }],
    ['a method that the payload does not have', { 'auth.method': 'session' }, {}],
    ['a factor that was not shown', { 'auth.method': 'password+totp' }, { method: 'password+totp' }],
    ['an org', {}, { org: 'acme' }],
  ])('403 payload_mismatch with %s', async (_name, fields, claims) => {
    const { status, body } = await exchange(await openRoot(), fields, claims);
    expect([status, body.code]).toEqual([403, 'payload_mismatch']);
  });

  test('429 after 600 unknown tokens in a minute that the server of one client sends', async () => {
    for (let attempt = 0; attempt < 2; attempt += 1) await exchange('nope');
    const { context } = service;
    expect(await failUp(context, [context.counterOf('relayClient', 'other-client')])).toBe(598);
    expect((await exchange('nope')).status).toBe(429);
  });
});

describe('what POST /auth/user/exchange gives for an access token', () => {
  const drop = 'https://drop.example.test';
  const api = 'https://api.example.test';
  const ofCli = { client_id: 'demo-cli' };

  /** A token of a session of demo-cli. */
  async function tokenOf(claims: object): Promise<string> {
    const { sessionId: sid } = await openSession(service, ada);
    return service.signer.signToken({ sub: ada.id, sid, ...claims });
  }

  test.each<[string, string, string, string]>([
    ['what both have', 'openid email account', 'openid profile account', 'openid account'],
    ['nothing when they have nothing in common', 'openid', 'profile', ''],
    ['nothing for a token without a scope', '', 'openid account', ''],
    ['nothing for a payload without a scope', 'openid account', '', ''],
    ['no admin, which only a sign-in gives', 'openid admin', 'openid admin', 'openid'],
  ])('200 with the scope: %s', async (_name, held, asked, given) => {
    const token = await tokenOf({ scope: held });
    const { status, body } = await exchange(token, {}, { ...ofCli, scope: asked });
    expect([status, body.data.scope]).toEqual([200, given]);
  });

  test('200 with the audiences that both have', async () => {
    const token = await tokenOf({ aud: [audience, drop] });
    await exchange(token, {}, { ...ofCli, aud_list: [api, drop] });
    await exchange(token, {}, ofCli);
    expect(service.siblings.minted.map(({ aud }) => aud)).toEqual([[drop], [audience]]);
  });

  test('200 with an audience that the token spells with a slash at the end', async () => {
    const token = await tokenOf({ aud: [audience, `${drop}/`] });
    await exchange(token, {}, { ...ofCli, aud_list: [drop] });
    expect(service.siblings.minted.map(({ aud }) => aud)).toEqual([[drop]]);
  });

  test('403 payload_mismatch when they have none in common, and no session', async () => {
    const { status, body } = await exchange(await tokenOf({}), {}, { ...ofCli, aud_list: [drop, api] });
    expect([status, body.code]).toEqual([403, 'payload_mismatch']);
    expect(service.siblings.minted).toEqual([]);
  });

  test('403 connection_not_allowed for another client’s token without a connection, or with one the other way round', async () => {
    const token = await tokenOf({});
    const refused = async () => {
      const { status, body } = await exchange(token);
      expect([status, body.code]).toEqual([403, 'connection_not_allowed']);
    };
    await refused();
    await service.connections.add({ source: 'other-client', target: 'demo-cli', scopes: ['openid'] });
    await refused();
    await connect('openid');
    expect((await exchange(token)).status).toBe(200);
    await database.prisma.connection.deleteMany({ where: { source: 'demo-cli' } });
    await refused();
    expect((await service.requestLog.entries()).map(({ code }) => code)).toContain('connection_not_allowed');
  });

  test('200 for another client within the scopes of the connection as well', async () => {
    await connect('openid', 'account');
    const token = await tokenOf({ scope: 'openid email clients' });
    const { body } = await exchange(token, {}, { scope: 'openid email account clients' });
    expect(body.data.scope).toBe('openid');
  });

  test('200 for a root token with all that the payload has, of whichever client', async () => {
    const claims = { scope: 'openid account', aud_list: [drop, api] };
    const { body } = await exchange(await openRoot(), {}, claims);
    expect(body.data.scope).toBe('openid account');
    expect(service.siblings.minted).toMatchObject([{ aud: [drop, api] }]);
  });
});

describe('binding in POST /auth/user/exchange', () => {
  test('200 and bound to the key of a proof that has the hash of the root token', async () => {
    const token = await openRoot();
    const { body } = await exchange(token, { 'auth.dpop': prove(service, { path, token }) });
    expect(body.data.token_type).toBe('DPoP');
    expect(service.siblings.minted).toMatchObject([{ jkt: expect.any(String) }]);
    const bare = await exchange(token, { dpop: prove(service, { path, token }) });
    expect(bare.body.data.token_type).toBe('DPoP');
  });

  test('401 with a proof without that hash', async () => {
    const { status, body } = await exchange(await openRoot(), { 'auth.dpop': prove(service, { path }) });
    expect([status, body.code]).toEqual([401, 'invalid_dpop_proof']);
  });

  test('401 binding_required for a bound token with the scheme Bearer, 200 with the scheme DPoP', async () => {
    await prepare({ headerAuth: { auth: 'accept' } });
    const token = await openBoundRoot();
    const send = (scheme: string) =>
      request(service.app)
        .post(path)
        .set({ authorization: `${scheme} ${token}`, dpop: prove(service, { path, token }) })
        .send({ relay: service.siblings.relay({ purpose: 'user_exchange', client_id: 'other-client' }) });
    const { status, body, headers } = await send('Bearer');
    expect([status, body.code]).toEqual([401, 'binding_required']);
    expect(headers['www-authenticate']).toMatch(/^DPoP realm="latchkey", error="invalid_token", /);
    expect((await send('DPoP')).status).toBe(200);
  });

  const openBoundRoot = () => openRoot({ dpop: prove(service, { path: '/auth/user/root-session' }) });

  test.each([
    ['signed by another key', { signWith: makeProofKey() }],
    ['that names another key', { key: makeProofKey() }],
  ])('401 for a root that is bound to a key with a proof %s', async (_name, other) => {
    const token = await openBoundRoot();
    const { status, body } = await exchange(token, { dpop: prove(service, { path, token, ...other }) });
    expect([status, body.code]).toEqual([401, 'invalid_dpop_proof']);
  });

  test('401 for a root that is bound to a key without a proof, 200 with a proof of that key', async () => {
    const token = await openBoundRoot();
    expect((await exchange(token)).body.code).toBe('binding_required');
    expect((await exchange(token, { dpop: prove(service, { path, token }) })).status).toBe(200);
  });

  test('401 for a root that is bound to a fingerprint without it, 200 with it in either spelling', async () => {
    const token = await openRoot({ fingerprint: 'device-0123456789abcdef01' });
    expect((await exchange(token)).body.code).toBe('binding_required');
    expect((await exchange(token, { fingerprint: 'other-0123456789abcdef01' })).body.code).toBe(
      'token_invalid',
    );
    expect((await exchange(token, { fingerprint: 'device-0123456789abcdef01' })).status).toBe(200);
    expect((await exchange(token, { 'auth.fingerprint': 'device-0123456789abcdef01' })).status).toBe(200);
    const both = {
      'auth.fingerprint': 'device-0123456789abcdef01',
      fingerprint: 'device-0123456789abcdef01',
    };
    expect((await exchange(token, both)).status).toBe(200);
  });

  test.each(['fingerprint', 'auth.fingerprint'])(
    '400 for a new %s of 21 characters, 200 for one of 22',
    async (field) => {
      const token = await openRoot();
      const { status, body } = await exchange(token, { [field]: 'x'.repeat(21) });
      expect([status, body.code, body.field]).toEqual([400, 'invalid_value', field]);
      expect(body.message).toBe('A new fingerprint needs at least 22 characters');
      expect((await exchange(token, { [field]: 'x'.repeat(22) })).status).toBe(200);
    },
  );

  test('200 for the short fingerprint that the source is bound to already', async () => {
    const id = service.context.newId();
    const bound = { id, userId: ada.id, fingerprint: hashFingerprint('short') };
    await addConnectedClients(service);
    await service.sessions.add(makeSession(bound));
    const token = service.signer.signToken({ sub: ada.id, sid: id, client_id: 'other-client' });
    expect((await exchange(token, { fingerprint: 'short' })).status).toBe(200);
    expect((await exchange(token, { fingerprint: 'other' })).body.code).toBe('token_invalid');
  });

  test.each(['dpop', 'htu', 'fingerprint'])(
    '400 with two values in the two spellings of %s',
    async (name) => {
      const { status, body } = await exchange('any', { [`auth.${name}`]: 'a', [name]: 'b' });
      expect([status, body.code, body.field]).toEqual([400, 'ambiguous_parameter', name]);
      expect(service.siblings.asked).toEqual([]);
    },
  );
});
