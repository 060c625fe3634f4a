import { ApiError, userApiCalls } from '@latchkey/contracts';
import type { ServiceClient } from '@latchkey/contracts/service-client';
import { errors, nameCause } from '../../src/errors.ts';
import { consumeRelay } from '../../src/oauth/relay/mint-relay.ts';
import { createAskUserApi } from '../../src/sibling/ask-user-api.ts';
import type { IssuedCredential } from '../../src/sibling/user-api.ts';
import { createDpopKey } from '../dpop-key.ts';
import { createSso, masterKey, oauthError, secretOf, ssoUrl } from '../sso-harness.ts';
import { decodeJwt } from './decode-jwt.ts';

const client = { client_id: 'no-device', client_secret: secretOf('no-device') };
const issued = { accessToken: 'at', expiresInSeconds: 900, scope: 'email' };

function createIssuer(issue: () => Promise<IssuedCredential | undefined> = () => Promise.resolve(issued)) {
  const relays: string[] = [];
  const sso = createSso();
  Object.assign(sso.context.userApi, {
    issueCredential(relay: string) {
      relays.push(relay);
      return issue();
    },
  });
  const request = (form: Record<string, string | string[]> = {}) =>
    sso.post('/token', { ...client, grant_type: 'client_credentials', ...form });
  return { ...sso, relays, request };
}

const unauthorized = oauthError(errors.unauthorizedClient);

describe('client_credentials', () => {
  test('400 for a client without the grant, for a public one, and for one that user-api refuses', async () => {
    const { request, post, clients, relays } = createIssuer();
    const without = await request({ client_id: 'demo-rp', client_secret: secretOf('demo-rp') });
    const because = (sentence: string) => oauthError(nameCause(errors.unauthorizedClient, sentence));
    const lacks = 'the grant_types of this client do not have client_credentials';
    expect([without.status, without.body]).toEqual([400, because(lacks)]);
    clients.set('open', { ...clients.get('demo-cli')!, grantTypes: ['client_credentials'] });
    const open = await post('/token', { grant_type: 'client_credentials', client_id: 'open' });
    const isPublic = 'a public client may not use client_credentials';
    expect([open.status, open.body]).toEqual([400, because(isPublic)]);
    expect(relays).toEqual([]);
    const refused = await createIssuer(() => Promise.resolve(undefined)).request();
    expect([refused.status, refused.body]).toEqual([400, unauthorized]);
  });

  test('429 slow_down with Retry-After where user-api has issued as many in a minute as it may', async () => {
    const refusal = { ok: false as const, code: 'throttled' as const, retryAfterSeconds: 41 };
    // The refusal fits any call.
    const ask = createAskUserApi((() => Promise.resolve(refusal)) as unknown as ServiceClient);
    const { request } = createIssuer(async () => {
      await ask(userApiCalls.issueCredential, { relay: 'r' }, '', 'forbidden');
      return undefined;
    });
    const { status, body, headers } = await request();
    expect([status, body.error, headers['retry-after']]).toEqual([429, 'slow_down', '41']);
  });

  test.each([
    ['scope', 'root', 'invalid_scope', 'the scope root is not registered for this client'],
    [
      'aud',
      'https://evil.example.test',
      'invalid_target',
      'the audience https://evil.example.test is not registered for this client',
    ],
  ])('400 for a %s that it may not have', async (name, value, error, error_description) => {
    const { request, relays } = createIssuer();
    const { status, body } = await request({ [name]: value });
    expect([status, body]).toEqual([400, { error, error_description }]);
    expect(relays).toEqual([]);
  });

  test('400 for a DPoP proof that is none, or old; 200 for one, once, with a token of its key', async () => {
    const { agent, relays, context, clock } = createIssuer();
    const key = createDpopKey(`${ssoUrl}/token`);
    const form = { ...client, grant_type: 'client_credentials' };
    const send = (proof: string) => agent.post('/token').type('form').set('dpop', proof).send(form);
    const nowMs = clock.now();
    expect((await send('proof')).body).toEqual(oauthError(errors.invalidProof));
    const old = await send(key.prove({ nowMs: nowMs - 61_000 }));
    expect([old.status, old.body.error]).toEqual([400, 'use_dpop_nonce']);
    expect(relays).toEqual([]);
    const proof = key.prove({ nowMs });
    const { status, body } = await send(proof);
    expect([status, body.token_type]).toEqual([200, 'DPoP']);
    expect((await send(proof)).body.error).toBe('invalid_dpop_proof');
    expect(relays).toHaveLength(1);
    const jws = await consumeRelay(context.relays, relays[0] ?? '');
    expect(decodeJwt(jws ?? '')['jkt']).toBe(key.jkt);
  });

  test.each(['aud', 'resource', 'audience'])('200 for the audience that %s names', async (name) => {
    const { request, relays, context } = createIssuer();
    expect((await request({ [name]: 'https://api.example.test' })).status).toBe(200);
    const jws = await consumeRelay(context.relays, relays[0] ?? '');
    expect(decodeJwt(jws ?? '')['aud_list']).toEqual(['https://api.example.test']);
  });

  test('503 while user-api is down', async () => {
    const away = new ApiError({ code: 'upstream_unavailable', message: 'user-api is not available' });
    const { status, body } = await createIssuer(() => Promise.reject(away)).request();
    expect([status, body]).toEqual([
      503,
      { error: 'temporarily_unavailable', error_description: 'user-api is not available' },
    ]);
  });

  test('200 with an access token alone, issued behind a payload of its own each time', async () => {
    const { request, relays, agent } = createIssuer();
    const form = { scope: 'email', aud: ['https://api.example.test'] };
    const { status, body } = await request(form);
    expect([status, body]).toEqual([
      200,
      { token_type: 'Bearer', access_token: 'at', expires_in: 900, scope: 'email' },
    ]);
    await request(form);
    expect(new Set(relays).size).toBe(2);
    const consumed = await agent
      .post('/internal/v1/relays/consume')
      .set({ authorization: `Bearer ${masterKey}` })
      .send({ relay: relays[0] });
    expect(decodeJwt(consumed.body.data.jws)).toMatchObject({
      purpose: 'client_credentials',
      client_id: 'no-device',
      scope: 'email',
      aud_list: ['https://api.example.test'],
    });
  });
});

describe('the rights of an app token', () => {
  const rights = ['account', 'clients', 'orgs', 'admin'];

  function createEntitled() {
    const issuer = createIssuer();
    const app = issuer.clients.get('no-device')!;
    issuer.clients.set('no-device', {
      ...app,
      scopes: [...app.scopes, ...rights],
      defaultScopes: ['email', ...rights],
    });
    return issuer;
  }

  test.each(rights)('400 invalid_scope for %s, also when the client may have it', async (right) => {
    const { request, relays } = createEntitled();
    const { status, body } = await request({ scope: `email ${right}` });
    expect([status, body]).toEqual([
      400,
      oauthError(nameCause(errors.invalidScope, `the scope ${right} is not registered for this client`)),
    ]);
    expect(relays).toEqual([]);
  });

  test.each([{}, { scope: ' ' }])('200 without the rights among the default scopes for %j', async (form) => {
    const { request, relays, context } = createEntitled();
    expect((await request(form)).status).toBe(200);
    const jws = await consumeRelay(context.relays, relays[0] ?? '');
    expect(decodeJwt(jws ?? '')['scope']).toBe('email');
  });
});
