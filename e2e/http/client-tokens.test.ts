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
