import { ApiError } from '@latchkey/contracts';
import request from 'supertest';
import { createApp, createOAuthProtocol, defineRoute, publicAccess } from '../src/index.ts';
import { createListLogger, isDependencyLost, service } from './example-app.ts';

const pending = { code: 'slow_down', message: 'Too fast' } as const;
const limited = { code: 'throttled', message: 'Later' } as const;

const token = defineRoute({
  path: '/token',
  summary: 'Takes a form',
  access: publicAccess,
  input: {
    required: ['grant_type'],
    properties: { grant_type: { type: 'string' }, aud: { type: 'array', items: { type: 'string' } } },
  },
  output: { properties: { aud: {} } },
  errors: [pending, limited],
  handle(_context: undefined, input) {
    if (input.grant_type === 'fast')
      throw new ApiError(pending, { members: { interval: 10 }, retryAfterSeconds: 10 });
    if (input.grant_type === 'limited') throw new ApiError(limited, { retryAfterSeconds: 60 });
    if (input.grant_type === 'down') throw Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
    return { aud: input.aud };
  },
});
const keys = defineRoute({
  method: 'GET',
  path: '/jwks',
  summary: 'Keys',
  access: publicAccess,
  cacheControl: 'public, max-age=600',
  input: { properties: {} },
  output: { properties: { keys: { type: 'array' } } },
  errors: [],
  handle: () => ({ keys: [] }),
});
const app = createApp({
  service,
  context: undefined,
  groups: [{ protocol: createOAuthProtocol(), routes: [token, keys] }],
  logger: createListLogger([]),
  health: {},
  isDependencyLost,
}).express;
const send = (form: string) => request(app).post('/token').type('form').send(form);

test.each([
  ['a missing parameter', 'aud=a', 'grant_type is required'],
  ['a repeated one', 'grant_type=a&grant_type=a', 'grant_type is given more than once'],
])('400 invalid_request for %s', async (_what, form, description) => {
  const answer = await send(form);
  expect([answer.status, answer.body]).toEqual([
    400,
    { error: 'invalid_request', error_description: description },
  ]);
});

test('200 on HEAD as on GET, with a query or without', async () => {
  const heads = [await request(app).head('/jwks'), await request(app).head('/jwks?v=1')];
  expect(heads.map((answer) => answer.status)).toEqual([200, 200]);
});

test('400 invalid_request for JSON and for a query', async () => {
  const json = await request(app).post('/token').send({ grant_type: 'a' });
  const query = await request(app).post('/token?grant_type=a').type('form').send('grant_type=a');
  expect([json, query].map((answer) => [answer.status, answer.body.error])).toEqual([
    [400, 'invalid_request'],
    [400, 'invalid_request'],
  ]);
});

test.each([
  ['fast', 400, { error: 'slow_down', error_description: 'Too fast', interval: 10 }, '10'],
  ['limited', 429, { error: 'slow_down', error_description: 'Later' }, '60'],
  [
    'down',
    503,
    { error: 'temporarily_unavailable', error_description: 'A dependency is not available' },
    '2',
  ],
])('a failure with its members and Retry-After: %s', async (grant, status, body, retryAfter) => {
  const answer = await send(`grant_type=${grant}`);
  expect([answer.status, answer.body, answer.headers['retry-after']]).toEqual([status, body, retryAfter]);
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
});

test('200 with every value of a repeatable parameter', async () => {
  expect((await send('grant_type=a&aud=one&aud=two')).body).toEqual({ aud: ['one', 'two'] });
});

test('404 and 405 in the same words', async () => {
  const missing = await request(app).get('/nope');
  const wrong = await request(app).get('/token');
  expect([missing.status, missing.body.error]).toEqual([404, 'not_found']);
  expect([wrong.status, wrong.body.error, wrong.headers['allow']]).toEqual([405, 'invalid_request', 'POST']);
});
