import { createHash } from 'node:crypto';
import { request } from '@latchkey/testing';
import { makeClient } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { makeProofKey, proofJkt, prove } from '../setup/prove.ts';
import { audience } from '../setup/signer.ts';

const drop = 'https://drop.example.test';
const deviceHash = createHash('sha256').update('device-0123456789abcdef01').digest('base64url');
const path = '/oauth/client_credentials/issue';
const none = { aud_list: undefined };
let service: TestService;
beforeEach(async () => {
  service = createTestService();
  await service.clients.add(
    makeClient({ clientId: 'demo-backend', grantTypes: ['client_credentials', 'relay'] }),
  );
});

function issue(fields: object = {}, claims: object = {}) {
  const usual = {
    purpose: 'client_credentials' as const,
    scope: 'email profile',
    aud_list: [drop, audience],
  };
  return request(service.app)
    .post(path)
    .send({ relay: service.siblings.relay({ ...usual, ...claims }), ...fields });
}

describe('POST /oauth/client_credentials/issue', () => {
  test('200 with all that the payload allows', async () => {
    const { status, body } = await issue();
    expect([status, body.data]).toEqual([
      200,
      {
        token_type: 'Bearer',
        access_token: expect.any(String),
        expires_in: 900,
        scope: 'email profile',
        credential_id: expect.any(String),
      },
    ]);
    expect(service.siblings.minted).toEqual([
      {
        token_use: 'app',
        sub: 'demo-backend',
        client_id: 'demo-backend',
        aud: [drop, audience],
        scope: 'email profile',
        sid: body.data.credential_id,
        amr: [],
      },
    ]);
  });

  test.each<[string, object, object, object]>([
    ['all that the payload allows', {}, {}, {}],
    ['less', { scope: 'email', aud: [audience] }, {}, { scopes: ['email'], audiences: [audience] }],
    ['an audience with a slash at the end', { aud: [`${audience}/`] }, {}, { audiences: [audience] }],
    [
      'what is asked for twice, once',
      { scope: 'email email', aud: [audience, audience] },
      {},
      { scopes: ['email'], audiences: [audience] },
    ],
    [
      'this service alone, where the payload names none',
      {},
      { aud_list: undefined },
      { audiences: [audience] },
    ],
    [
      'this service alone, where the payload’s list is empty',
      {},
      { aud_list: [] },
      { audiences: [audience] },
    ],
    ['no scope', {}, { scope: undefined }, { scopes: [] }],
    ['a fingerprint', { fingerprint: 'device-0123456789abcdef01' }, {}, { fingerprint: deviceHash }],
  ])('200, signed and stored with %s', async (_name, fields, claims, stored) => {
    const { body } = await issue(fields, claims);
    const at = service.clock.now();
    const credential = {
      id: body.data.credential_id,
      clientId: 'demo-backend',
      scopes: ['email', 'profile'],
      audiences: [drop, audience],
      fingerprint: null,
      jkt: null,
      createdAt: new Date(at),
      expiresAt: new Date(at + 900_000),
      ...stored,
    };
    expect(await service.credentials.issued()).toEqual([credential]);
    const { id: sid, scopes, audiences: aud, fingerprint } = credential;
    expect(body.data.scope).toBe(scopes.join(' '));
    const bound = fingerprint === null ? {} : { fpr: fingerprint };
    expect(service.siblings.minted).toEqual([
      expect.objectContaining({ sid, aud, scope: scopes.join(' '), ...bound }),
    ]);
  });

  test('200 without the rights of the payload, where the request names no scope', async () => {
    const { body } = await issue({}, { scope: 'email account clients orgs admin' });
    expect(body.data.scope).toBe('email');
    expect(service.siblings.minted).toMatchObject([{ scope: 'email' }]);
  });

  test.each(['account', 'email clients', 'admin'])(
    '400 invalid_scope for %s, and the payload is still good',
    async (scope) => {
      const relay = service.siblings.relay({ purpose: 'client_credentials', scope: 'email account' });
      const { status, body } = await issue({ relay, scope });
      expect([status, body.code, body.field]).toEqual([400, 'invalid_scope', 'scope']);
      expect((await issue({ relay, scope: 'email' })).status).toBe(200);
    },
  );

  test('200 for as long as sso says that the token lives', async () => {
    const { mintToken } = service.siblings.sso;
    service.context.sso.mintToken = async (requested) => ({ ...(await mintToken(requested)), expiresIn: 60 });
    expect((await issue()).body.data.expires_in).toBe(60);
    expect((await service.credentials.issued())[0]?.expiresAt).toEqual(
      new Date(service.clock.now() + 60_000),
    );
  });

  test.each(['dpop', 'auth.dpop'])(
    '200 with a proof in %s, whose key the token is bound to',
    async (field) => {
      const { status, body } = await issue({ [field]: prove(service, { path }) });
      expect([status, body.data.token_type]).toEqual([200, 'DPoP']);
      expect(service.siblings.minted).toMatchObject([{ jkt: proofJkt }]);
      expect(await service.credentials.issued()).toMatchObject([{ jkt: proofJkt, fingerprint: null }]);
    },
  );

  test('200 bound to the key that the payload names, alone or with a proof of it; 401 with another key', async () => {
    const named = { jkt: proofJkt };
    const other = await issue({ dpop: prove(service, { path, key: makeProofKey() }) }, named);
    expect([other.status, other.body.code]).toEqual([401, 'invalid_dpop_proof']);
    const alone = await issue({}, named);
    const withProof = await issue({ dpop: prove(service, { path }) }, named);
    expect({
      alone: alone.body.data?.token_type,
      'with a proof': withProof.body.data?.token_type,
    }).toEqual({ alone: 'DPoP', 'with a proof': 'DPoP' });
    expect(service.siblings.minted).toMatchObject([{ jkt: proofJkt }, { jkt: proofJkt }]);
  });

  test('401 for a proof of another route or of an old time, which spends no payload', async () => {
    const relay = service.siblings.relay({ purpose: 'client_credentials' });
    const iat = Math.floor(service.clock.now() / 1000) - 61;
    const old = await issue({ relay, dpop: prove(service, { path, claims: { iat } }) });
    expect([old.status, old.body.code]).toEqual([401, 'use_dpop_nonce']);
    expect((await issue({ relay, dpop: prove(service, { path }) })).status).toBe(200);
    const elsewhere = await issue({ dpop: prove(service, { path: '/auth/signup' }) });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([401, 'invalid_dpop_proof']);
  });

  test('401 for the same payload again with the proof of another key', async () => {
    const relay = service.siblings.relay({ purpose: 'client_credentials' });
    expect((await issue({ relay, dpop: prove(service, { path }) })).status).toBe(200);
    service.clock.advance(1);
    const again = await issue({ relay, dpop: prove(service, { path, key: makeProofKey() }) });
    expect([again.status, again.body.code]).toEqual([401, 'payload_invalid']);
  });

  test.each(['fingerprint', 'auth.fingerprint'])('400 names a short %s as it was sent', async (field) => {
    expect((await issue({ [field]: 'x'.repeat(21) })).body.field).toBe(field);
  });

  test.each<[string, object, object, string]>([
    ['403 with a scope beyond', { scope: 'email openid' }, {}, 'payload_mismatch'],
    ['403 with an audience beyond', { aud: ['https://api.example.test'] }, {}, 'payload_mismatch'],
    ['403 with another client', { client_id: 'other' }, {}, 'payload_mismatch'],
    ['403 with another purpose', {}, { purpose: 'user_login' }, 'payload_mismatch'],
    ['403 with a payload that has a method', {}, { method: 'password' }, 'payload_mismatch'],
    ['403 with a payload for an org', {}, { org: 'acme' }, 'payload_mismatch'],
    [
      '403 with an audience that a payload without any does not have',
      { aud: [drop] },
      none,
      'payload_mismatch',
    ],
    ['403 for a client that is not there', {}, { client_id: 'nobody' }, 'forbidden'],
    ['401 without a payload', { relay: undefined }, {}, 'payload_invalid'],
    ['400 with a short fingerprint', { fingerprint: 'x'.repeat(21) }, {}, 'invalid_value'],
    ['400 with two fingerprints', { fingerprint: 'a', 'auth.fingerprint': 'b' }, {}, 'ambiguous_parameter'],
  ])('%s at the issue of an app token', async (name, fields, claims, code) => {
    const { status, body } = await issue(fields, claims);
    expect([status, body.code]).toEqual([Number(name.slice(0, 3)), code]);
    expect([service.siblings.minted, await service.credentials.issued()]).toEqual([[], []]);
  });

  test('403 for a client without the grant', async () => {
    await service.clients.add(makeClient({ clientId: 'demo-backend', grantTypes: ['relay'] }));
    expect((await issue()).body.code).toBe('forbidden');
  });
});
