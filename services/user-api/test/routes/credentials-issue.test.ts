import request from 'supertest';
import { createWorld, type World } from '../world/create-world.ts';
import { makeClient } from '../world/people.ts';
import { audience } from '../world/signer.ts';

const drop = 'https://drop.example.test';
let world: World;
beforeEach(() => {
  world = createWorld();
  world.clients.add(makeClient({ clientId: 'demo-backend', grantTypes: ['client_credentials', 'relay'] }));
});

function issue(fields: object = {}, claims: object = {}) {
  const usual = {
    purpose: 'client_credentials' as const,
    scope: 'email profile',
    aud_list: [drop, audience],
  };
  return request(world.app)
    .post('/oauth/client_credentials/issue')
    .send({ relay: world.siblings.relay({ ...usual, ...claims }), ...fields });
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
    expect(world.siblings.minted).toEqual([
      {
        token_use: 'app',
        sub: 'demo-backend',
        client_id: 'demo-backend',
        aud: [drop, audience],
        scope: 'email profile',
        sid: body.data.credential_id,
        pk: 'user',
        amr: [],
      },
    ]);
    expect(world.credentials.issued).toMatchObject([
      { id: body.data.credential_id, expiresAt: new Date(world.clock.now() + 900_000), fingerprint: null },
    ]);
  });

  test('200 with less, and bound to a fingerprint in either spelling', async () => {
    const less = { client_id: 'demo-backend', scope: 'email', aud: [drop] };
    expect((await issue({ ...less, fingerprint: 'device' })).body.data.scope).toBe('email');
    expect((await issue({ ...less, aud: drop, 'auth.fingerprint': 'device' })).status).toBe(200);
    const [first, second] = world.siblings.minted;
    expect(first).toMatchObject({ aud: [drop], scope: 'email', fpr: expect.any(String) });
    expect({ ...second, sid: '' }).toEqual({ ...first, sid: '' });
  });

  test.each<[string, object, object, string]>([
    ['403 with a scope beyond', { scope: 'email admin' }, {}, 'payload_mismatch'],
    ['403 with an audience beyond', { aud: ['https://api.example.test'] }, {}, 'payload_mismatch'],
    ['403 with another client', { client_id: 'other' }, {}, 'payload_mismatch'],
    ['403 with another purpose', {}, { purpose: 'user_login' }, 'payload_mismatch'],
    ['403 for a client that is not there', {}, { client_id: 'nobody' }, 'forbidden'],
    ['401 without a payload', { relay: undefined }, {}, 'payload_invalid'],
    ['400 with two fingerprints', { fingerprint: 'a', 'auth.fingerprint': 'b' }, {}, 'ambiguous_parameter'],
  ])('%s', async (name, fields, claims, code) => {
    const { status, body } = await issue(fields, claims);
    expect([status, body.code]).toEqual([Number(name.slice(0, 3)), code]);
    expect([world.siblings.minted, world.credentials.issued]).toEqual([[], []]);
  });

  test.each([
    ['inactive', { status: 'inactive' as const }],
    ['archived', { archivedAt: new Date(0) }],
    ['without the grant', { grantTypes: ['relay'] }],
  ])('403 for a client that is %s', async (_name, changes) => {
    world.clients.add(
      makeClient({ clientId: 'demo-backend', grantTypes: ['client_credentials'], ...changes }),
    );
    expect((await issue()).body.code).toBe('forbidden');
  });

  test('one of 20 parallel calls on one relay gets a token', async () => {
    const relay = world.siblings.relay({ purpose: 'client_credentials' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => issue({ relay })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(world.credentials.issued).toHaveLength(1);
  });
});
