import request from 'supertest';
import { callers, createEnvelopeProtocol, defineRoute, publicAccess } from '../src/index.ts';
import { createExampleApp, type LogLine } from './example-app.ts';

const key = 'q8Zr1vXk3mTw9bLc5yHd7fNs2gJp4aUe';
const nothing = { input: { properties: {} }, output: { properties: {} }, errors: [] } as const;
const open = defineRoute({
  path: '/v1/open',
  summary: 'For all',
  access: publicAccess,
  ...nothing,
  handle: () => ({}),
});
const sibling = defineRoute({
  path: '/internal/v1/thing',
  summary: 'For a sibling',
  access: callers('user-api'),
  ...nothing,
  output: { properties: { caller: { type: 'string' } } },
  handle: (_context, _input, caller) => ({ caller }),
});

function create(docs: 'public' | 'internal' | 'off' = 'public', lines: LogLine[] = []) {
  return createExampleApp(lines, {
    context: { serviceCallers: [{ caller: 'user-api', key }] },
    groups: [{ protocol: createEnvelopeProtocol(), routes: [open, sibling] }],
    trustProxy: 'loopback',
    docs,
  });
}
const call = (app: ReturnType<typeof create>['internal'], authorization = `Bearer ${key}`) =>
  request(app).post('/internal/v1/thing').set({ authorization });

test('404 on the public listener for internal routes and /metrics, whatever key is shown', async () => {
  const { express } = create();
  expect((await call(express)).body).toMatchObject({ code: 'not_found', message: 'There is no such route' });
  expect((await request(express).get('/metrics')).status).toBe(404);
});

describe.each([
  '/Internal/v1/thing',
  '//internal/v1/thing',
  '/%69nternal/v1/thing',
  '/internal%2Fv1/thing',
  '/internal/v1/thing/',
  '/METRICS',
  '//metrics',
  '/%6detrics',
])('404 on the public listener for %s', (path) => {
  test.each(['get', 'post'] as const)('with the method %s', async (method) => {
    const { express } = create();
    const caller = request(express);
    const { status, body } = await caller[method](path).set({ authorization: `Bearer ${key}` });
    expect([status, body.code]).toEqual([404, 'not_found']);
  });
});

test('404 on the internal listener for public routes', async () => {
  const { internal } = create();
  expect((await request(internal).post('/v1/open')).status).toBe(404);
  expect((await request(internal).get('/hello')).status).toBe(404);
});

test('200 on the internal listener for a caller that the route names, which its log line names too', async () => {
  const lines: LogLine[] = [];
  const answer = await call(create('public', lines).internal);
  expect([answer.status, answer.body.data]).toEqual([200, { caller: 'user-api' }]);
  expect(lines.map(({ fields }) => fields['caller'])).toEqual(['user-api']);
});

test('401 for a wrong key: one warning with the network of the socket, and a counter', async () => {
  const lines: LogLine[] = [];
  const { internal } = create('public', lines);
  const answer = await call(internal, 'Bearer wrong').set('x-forwarded-for', '203.0.113.9');
  expect(answer.status).toBe(401);
  expect(answer.body).toMatchObject({ code: 'token_invalid', request_id: 'r-1' });
  expect(lines.filter(({ level }) => level === 'warn')).toEqual([
    {
      level: 'warn',
      message: 'service key refused',
      fields: {
        request_id: 'r-1',
        network: '127.0.0.0/24',
        path: '/internal/v1/thing',
        detail: 'no such key',
      },
    },
  ]);
  expect(JSON.stringify(answer.body)).not.toContain('no such key');
  const { text } = await request(internal).get('/metrics');
  expect(text).toContain('service_keys_refused_total 1');
});

describe.each([
  ['public', 200, 200],
  ['internal', 404, 200],
  ['off', 404, 404],
] as const)('DOCS=%s answers %d in public and %d inside', (docs, outer, inner) => {
  test.each(['/docs', '/openapi.json'])('for %s', async (path) => {
    const { express, internal } = create(docs);
    expect((await request(express).get(path)).status).toBe(outer);
    expect((await request(internal).get(path)).status).toBe(inner);
  });
});

test('the public document leaves internal routes out, the internal one has all', async () => {
  const { express, internal } = create();
  const pathsOf = async (app: typeof internal) =>
    Object.keys((await request(app).get('/openapi.json')).body.paths as object);
  expect(await pathsOf(express)).toEqual(['/v1/open', '/hello']);
  expect(await pathsOf(internal)).toEqual(['/v1/open', '/internal/v1/thing', '/hello']);
});
