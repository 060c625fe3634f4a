import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { forgeJws, signEs256 } from '@latchkey/testing';
import request from 'supertest';
import { demo } from '../../infra/local/person.ts';
import { openStack, type OpenStack } from '../open-stack.ts';

let stack: OpenStack;
beforeAll(async () => {
  stack = await openStack();
});
afterAll(() => stack.stop());

const ask = (path: string, form: Record<string, string>) =>
  request(stack.urls.sso)
    .post(path)
    .type('form')
    .send({ ...demo.backend, ...form });

test('200 with an app token that introspects as active', async () => {
  const { status, body } = await ask('/token', { grant_type: 'client_credentials', scope: 'email' });
  expect([status, body]).toEqual([
    200,
    { token_type: 'Bearer', access_token: expect.any(String), expires_in: 900, scope: 'email' },
  ]);
  const introspected = await ask('/introspect', { token: body.access_token });
  expect(introspected.body).toMatchObject({
    active: true,
    token_use: 'app',
    client_id: 'demo-backend',
    sub: 'demo-backend',
    scope: 'email',
  });
});

test('200 with an app token of a key, which drop takes with a proof of that key only', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  const prove = (htu: string, token?: string) => {
    const ath = token === undefined ? {} : { ath: createHash('sha256').update(token).digest('base64url') };
    const claims = { htm: 'POST', htu, jti: randomUUID(), iat: Math.floor(Date.now() / 1000), ...ath };
    const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } };
    return forgeJws(header, claims, signEs256(privateKey));
  };
  const { status, body } = await ask('/token', {
    grant_type: 'client_credentials',
    audience: stack.urls.drop,
  }).set('dpop', prove(`${stack.urls.sso}/token`));
  expect([status, body.token_type]).toEqual([200, 'DPoP']);
  const token = String(body.access_token);
  expect((await ask('/introspect', { token })).body).toMatchObject({
    active: true,
    cnf: { jkt: expect.any(String) },
  });
  const path = `${stack.urls.drop}/v1/drop/list`;
  const list = (fields: object) =>
    request(path)
      .post('')
      .send({ 'auth.token': token, ...fields });
  expect((await list({})).body.code).toBe('binding_required');
  expect((await list({ 'auth.dpop': prove(path, token) })).status).toBe(200);
});

test('200 for one of 10 that spend a payload out of the real drop', async () => {
  const minted = await ask('/relay', { purpose: 'client_credentials', delivery: 'dead_drop' });
  expect([minted.status, minted.body]).toEqual([
    200,
    { dead_drop: { id: expect.any(String), key: expect.any(String) }, expires_in: 120 },
  ]);
  const { id, key } = minted.body.dead_drop as { id: string; key: string };
  const spend = () =>
    request(stack.urls.userApi).post('/oauth/client_credentials/issue').send({ deadDrop: { id, key } });
  const answers = await Promise.all(Array.from({ length: 10 }, spend));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const codes = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
  expect(new Set(codes)).toEqual(new Set(['payload_invalid']));
});
