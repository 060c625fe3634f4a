import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { ApiError } from '@latchkey/contracts';
import { createTestApp, dropUrl } from '../app/create-test-app.ts';

const path = '/v1/drop/list';

describe('places of a token', () => {
  test.each([
    ['auth.token', (token: string) => ({ body: { 'auth.token': token } })],
    ['auth[token]', (token: string) => ({ body: { auth: { token } } })],
    ['auth_token', (token: string) => ({ body: { auth_token: token } })],
    ['token', (token: string) => ({ body: { token } })],
    ['both fields alike', (token: string) => ({ body: { token, 'auth.token': token } })],
    ['Bearer header', (token: string) => ({ headers: { authorization: `Bearer ${token}` } })],
    ['token header', (token: string) => ({ headers: { token } })],
    [
      'header and field alike',
      (token: string) => ({ headers: { authorization: `bearer ${token}` }, body: { token } }),
    ],
  ])('200 with %s', async (_name, place) => {
    const { post, tokenOf } = await createTestApp();
    const { body = {}, headers = {} } = place(tokenOf('owner')) as {
      body?: object;
      headers?: Record<string, string>;
    };
    await post(path, body).set(headers).expect(200);
  });

  test.each([
    [{ token: 'a', 'auth.token': 'b' }, {}],
    [{ token: 'a' }, { authorization: 'Bearer b' }],
    [{ 'auth.token': 'a' }, { token: 'b' }],
    [{}, { authorization: 'Bearer a', token: 'b' }],
  ])('400 Invalid for two different ones: %j %j', async (body, headers) => {
    const { post } = await createTestApp();
    const answer = await post(path, body).set(headers).expect(400);
    expect(answer.body).toMatchObject({ message: 'Invalid', code: 'ambiguous_parameter' });
  });

  test('401 for a header where the family is off, 400 for a field where it is only', async () => {
    const { post, tokenOf } = await createTestApp({ headerAuth: { drop: 'off', admin: 'only' } });
    const { body, headers } = await post(path)
      .set('authorization', `Bearer ${tokenOf('owner')}`)
      .expect(401);
    expect(body.message).toBe('Principal id is unavailable');
    expect(headers['www-authenticate']).toContain('The token belongs in the field auth.token');
    expect((await post(path).expect(401)).headers['www-authenticate']).toBeUndefined();
    const admin = tokenOf('admin-1', { pk: 'admin' });
    await post('/v1/admin/list').set('authorization', `Bearer ${admin}`).expect(200);
    await post('/v1/admin/list', { token: admin }).expect(400);
  });
});

describe('bad tokens', () => {
  test.each([
    ['no kind', { pk: undefined }, 'token_invalid'],
    ['expired', { exp: 1_700_000_000 }, 'token_expired'],
  ])('401 for %s', async (_name, claims, code) => {
    const { post, tokenOf } = await createTestApp();
    const { body } = await post(path, { token: tokenOf('owner', claims) }).expect(401);
    expect(body).toMatchObject({ message: 'Principal id is unavailable', code });
  });

  test('the log says why a token is refused and keeps the cause, the answer has neither', async () => {
    const refusal = { code: 'token_invalid', message: 'The token is invalid' } as const;
    const details = { detail: 'the kid is unknown', cause: new Error('the key source is broken') };
    const identify = () => Promise.reject(new ApiError(refusal, details));
    const { post, lines } = await createTestApp({ context: { identify } });
    const { text } = await post(path, { token: 'x' }).expect(401);
    expect(lines.at(-1)).toContain('"detail":"the kid is unknown"');
    expect(lines.join('')).toContain('the key source is broken');
    expect(text).not.toMatch(/kid|key source/);
  });
});

test('200 for an app token, as its client; 200 for root at the admin gate', async () => {
  const { post, tokenOf } = await createTestApp();
  const app = tokenOf('ignored', { token_use: 'app', client_id: 'demo-backend' });
  await post('/v1/drop/store', { token: app, id: 'd', payload: 'x', key: 'k' }).expect(200);
  await post('/v1/drop/status', { token: tokenOf('demo-backend'), id: 'd' }).expect(200);
  await post('/v1/admin/list', { token: app }).expect(403);
  await post('/v1/admin/list', { token: tokenOf('root-1', { pk: 'root' }) }).expect(200);
});

describe('the right to administer', () => {
  const refused = {
    status: 0,
    comment: 'Admin access required',
    message: 'Admin access required',
    data: null,
    request_id: 'request-1',
  };
  test.each([
    ['an operator’s token without the scope admin', { pk: 'admin', scope: 'account clients' }],
    ['a user’s token', { scope: 'openid' }],
    ['an app token, whatever it says', { token_use: 'app', pk: 'root', scope: 'admin' }],
    [
      'a member token, whatever it says',
      { token_use: 'member', org: 'o', role: 'owner', pk: 'root', scope: 'admin' },
    ],
  ])('403 for %s', async (_name, claims) => {
    const { post, tokenOf } = await createTestApp();
    for (const gate of ['list', 'get', 'cleanup']) {
      const { body } = await post(`/v1/admin/${gate}`, { token: tokenOf('someone', claims) }).expect(403);
      expect(body).toEqual({ ...refused, code: 'insufficient_scope' });
    }
  });

  test('403 for a token with the scope of somebody who was no operator when it was signed', async () => {
    const { post, tokenOf } = await createTestApp();
    const token = tokenOf('someone', { pk: 'user', scope: 'admin' });
    const { body } = await post('/v1/admin/list', { token }).expect(403);
    expect(body).toEqual({ ...refused, code: 'forbidden' });
  });
});

test('404 for the drops of a person through a member token of theirs, and the other way round', async () => {
  const { post, tokenOf } = await createTestApp();
  const person = tokenOf('ada', { scope: '' });
  const asMember = (org: string) => tokenOf('ada', { token_use: 'member', org, role: 'owner', scope: '' });
  await post('/v1/drop/store', { token: person, id: 'own', payload: 'x', key: 'k' }).expect(200);
  await post('/v1/drop/store', { token: asMember('acme'), id: 'of-acme', payload: 'x', key: 'k' }).expect(
    200,
  );
  await post('/v1/drop/status', { token: asMember('acme'), id: 'of-acme' }).expect(200);
  await post('/v1/drop/status', { token: person, id: 'own' }).expect(200);
  await post('/v1/drop/status', { token: asMember('acme'), id: 'own' }).expect(404);
  await post('/v1/drop/status', { token: person, id: 'of-acme' }).expect(404);
  await post('/v1/drop/status', { token: asMember('other'), id: 'of-acme' }).expect(404);
  await post('/v1/consume', { token: person, id: 'of-acme', key: 'k' }).expect(403);
  await post('/v1/consume', { token: asMember('acme'), id: 'of-acme', key: 'k' }).expect(200);
  const { body } = await post('/v1/drop/status', { token: asMember('acme'), id: 'of-acme' }).expect(200);
  expect(body.data.consumed_by).toBe('acme:ada');
});

describe('bound tokens', () => {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

  /** Makes DPoP proofs (RFC 9449 4.2) with a key of its own. */
  function createProver() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { crv, kty, x, y } = publicKey.export({ format: 'jwk' });
    const jwk = { crv, kty, x, y };
    let serial = 0;
    const prove = (
      token: string,
      iatMs: number,
      change: { htu?: string; htm?: string; nonce?: string } = {},
    ) => {
      const fixed = { ath: digest(token), jti: `proof-${(serial += 1)}`, iat: iatMs / 1000 };
      const claims = { htm: 'POST', htu: dropUrl + path, ...fixed, ...change };
      const input = `${encode({ alg: 'ES256', typ: 'dpop+jwt', jwk })}.${encode(claims)}`;
      const signature = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      return `${input}.${signature.toString('base64url')}`;
    };
    return { jkt: digest(JSON.stringify(jwk)), prove };
  }

  const [own, foreign] = [createProver(), createProver()];

  test('200 with a proof in header or field, once; 401 without, with a replayed proof or one for another request or key', async () => {
    const { post, tokenOf, now } = await createTestApp();
    const token = tokenOf('owner', { cnf: { jkt: own.jkt } });
    const proof = own.prove(token, now());
    await post(path)
      .set({ authorization: `DPoP ${token}`, dpop: proof })
      .expect(200);
    await post(path, { token, 'auth.dpop': own.prove(token, now()) }).expect(200);
    const refused = async (dpop: string | undefined) => {
      const { body } = await post(path, dpop === undefined ? { token } : { token, 'auth.dpop': dpop }).expect(
        401,
      );
      expect(body.message).toBe('Principal id is unavailable');
    };
    await refused(undefined);
    await refused(proof);
    await refused('junk');
    await refused(foreign.prove(token, now()));
    await refused(own.prove(token, now(), { htu: `${dropUrl}/v1/drop/get` }));
    await refused(own.prove(token, now(), { htm: 'GET' }));
  });

  test('401 for a proof in the bare field dpop, which is not read', async () => {
    const { post, tokenOf, now } = await createTestApp();
    const token = tokenOf('owner', { cnf: { jkt: own.jkt } });
    await post(path, { token, dpop: own.prove(token, now()) }).expect(401);
    await post(path, { token, dpop: 5, 'auth.dpop': own.prove(token, now()) }).expect(200);
  });

  test.each([-61, 16])(
    '401 use_dpop_nonce for a proof whose iat is off by %d s, in the sentence of the route, then 200 with the nonce',
    async (seconds) => {
      const { post, tokenOf, now } = await createTestApp();
      const token = tokenOf('owner', { cnf: { jkt: own.jkt } });
      const iatMs = now() + seconds * 1000;
      const { body, headers } = await post(path, { token, 'auth.dpop': own.prove(token, iatMs) }).expect(401);
      expect(body).toMatchObject({ message: 'Principal id is unavailable', code: 'use_dpop_nonce' });
      expect(headers['www-authenticate']).toMatch(/^DPoP realm="latchkey", error="use_dpop_nonce", .*algs="/);
      const nonce = headers['dpop-nonce'] ?? '';
      await post(path, { token, 'auth.dpop': own.prove(token, iatMs, { nonce }) }).expect(200);
    },
  );

  test('401 for a bound token with the scheme Bearer and its proof, which is not spent; 200 with the scheme DPoP', async () => {
    const { post, tokenOf, now } = await createTestApp();
    const token = tokenOf('owner', { cnf: { jkt: own.jkt } });
    const dpop = own.prove(token, now());
    const { body, headers } = await post(path)
      .set({ authorization: `Bearer ${token}`, dpop })
      .expect(401);
    expect(body).toMatchObject({ message: 'Principal id is unavailable', code: 'binding_required' });
    expect(headers['www-authenticate']).toMatch(/^DPoP realm="latchkey", error="invalid_token", .*algs="/);
    await post(path)
      .set({ authorization: `DPoP ${token}`, dpop })
      .expect(200);
  });

  test('200 for a bound token in a field, beside a Bearer header that is not read', async () => {
    const { post, tokenOf, now } = await createTestApp({ headerAuth: { drop: 'off' } });
    const token = tokenOf('owner', { cnf: { jkt: own.jkt } });
    await post(path, { token, 'auth.dpop': own.prove(token, now()) })
      .set('authorization', `Bearer ${token}`)
      .expect(200);
  });

  test('401 for a fingerprint-bound token without its fingerprint', async () => {
    const { post, tokenOf } = await createTestApp();
    const fpr = createHash('sha256').update('device').digest('base64url');
    const token = tokenOf('owner', { fpr });
    await post(path, { token, 'auth.fingerprint': 'device' }).expect(200);
    await post(path, { token }).expect(401);
    await post(path, { token, 'auth.fingerprint': 'other' }).expect(401);
  });
});

describe('strict check mode', () => {
  test('401 for a revoked token, at once', async () => {
    let active = true;
    const { post, tokenOf } = await createTestApp({ isStillActive: async () => active });
    await post(path, { token: tokenOf('owner') }).expect(200);
    active = false;
    const { body } = await post(path, { token: tokenOf('owner') }).expect(401);
    expect(body).toMatchObject({ message: 'Principal id is unavailable', code: 'session_revoked' });
  });

  test('503 with Retry-After when the issuer cannot say, and nothing is consumed', async () => {
    const down = new ApiError({ code: 'upstream_unavailable', message: 'sso is not available' });
    let up = true;
    const app = await createTestApp({
      isStillActive: () => (up ? Promise.resolve(true) : Promise.reject(down)),
    });
    await app.postAs('owner', '/v1/drop/store', { id: 'd', payload: 'x', key: 'k' }).expect(200);
    up = false;
    const answer = await app.postAs('owner', '/v1/drop/consume', { id: 'd', key: 'k' }).expect(503);
    expect(answer.headers['retry-after']).toBe('5');
    up = true;
    await app.postAs('owner', '/v1/drop/consume', { id: 'd', key: 'k' }).expect(200);
  });
});
