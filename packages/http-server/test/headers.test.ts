import request from 'supertest';
import { createEnvelopeProtocol, createPageProtocol, definePage, publicAccess } from '../src/index.ts';
import { createExampleApp } from './example-app.ts';

const security = {
  'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};
const always = { ...security, 'x-request-id': 'r-1', date: expect.any(String), connection: 'close' };
const hsts = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };
const json = { 'content-type': 'application/json; charset=utf-8' };
const envelope = { ...json, 'cache-control': 'no-store' };
const document = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'self'",
  'permissions-policy': 'publickey-credentials-get=(), publickey-credentials-create=()',
  vary: 'Accept, Accept-Language, Cookie',
};
const sized = { 'content-length': expect.stringMatching(/^[1-9]\d*$/) };

const page = definePage({
  method: 'GET',
  path: '/page',
  summary: 'Shows a page',
  access: publicAccess,
  input: { properties: {} },
  output: { properties: {} },
  errors: [],
  handle: () => ({ html: () => '<p>', json: {}, headers: { 'set-cookie': ['a=1', 'b=2'] } }),
});
const pages = createPageProtocol({
  contentSecurityPolicy: "default-src 'self'",
  fail: () => ({ html: () => '<p>', json: {} }),
});
const app = createExampleApp([], {
  isHttps: true,
  corsOrigins: ['https://app.example'],
  groups: [
    { protocol: createEnvelopeProtocol(), routes: [] },
    { protocol: pages, routes: [page] },
  ],
});
const outer = { ...always, ...hsts, vary: 'Origin' };

test.each([
  ['the greeting', 'post', '/hello', 200, { ...envelope, ...sized }],
  ['a HEAD of it', 'head', '/hello', 200, { ...envelope, ...sized }],
  ['no route', 'get', '/nope', 404, { ...envelope, ...sized }],
  ['a wrong method', 'put', '/page', 405, { ...document, ...sized, allow: 'GET, HEAD' }],
  [
    'a wrong method of a path of its own',
    'post',
    '/docs',
    405,
    { ...envelope, ...sized, allow: 'GET, HEAD' },
  ],
  ['the liveness', 'get', '/health/live', 200, { ...json, ...sized }],
  ['a HEAD of it', 'head', '/health/live', 200, { ...json, ...sized }],
  ['the document', 'get', '/openapi.json', 200, { ...json, ...sized }],
  [
    'the docs page',
    'get',
    '/docs',
    200,
    {
      ...sized,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'; /),
    },
  ],
  [
    'a file of the docs page',
    'get',
    '/docs/explorer.css',
    200,
    {
      ...sized,
      'content-type': 'text/css; charset=utf-8',
      'content-encoding': 'gzip',
      'cache-control': 'no-cache',
      etag: expect.stringMatching(/^W\/"/),
      vary: 'Origin, Accept-Encoding',
    },
  ],
  ['a page', 'get', '/page', 200, { ...document, ...sized, 'set-cookie': ['a=1', 'b=2'] }],
] as const)('the whole set of headers: %s', async (_what, method, path, status, more) => {
  const answer = await request(app.express)[method](path);
  expect([answer.status, answer.headers]).toEqual([status, { ...outer, ...more }]);
});

test('the whole set of headers: what one origin may read, and its preflight', async () => {
  const open = {
    ...outer,
    'access-control-allow-origin': 'https://app.example',
    'access-control-expose-headers': 'X-Request-Id, Retry-After, WWW-Authenticate, DPoP-Nonce',
  };
  const answer = await request(app.express).post('/hello').set('origin', 'https://app.example');
  expect([answer.status, answer.headers]).toEqual([200, { ...open, ...envelope, ...sized }]);
  const preflight = await request(app.express).options('/hello').set('origin', 'https://app.example');
  expect([preflight.status, preflight.headers]).toEqual([
    204,
    {
      ...open,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'Authorization, DPoP, token, Content-Type, X-Request-Id, traceparent',
      'access-control-max-age': '600',
      'content-length': '0',
    },
  ]);
});

test('the whole set of headers: a failure of its own, without https and without origins', async () => {
  const answer = await request(createExampleApp().express).post('/v1/fail').send({ how: 'listed' });
  const headers = { ...always, ...envelope, ...sized, 'retry-after': '7' };
  expect([answer.status, answer.headers]).toEqual([410, headers]);
});

test('the whole set of headers: the metrics', async () => {
  const { status, headers } = await request(app.internal).get('/metrics');
  const type = 'text/plain; version=0.0.4; charset=utf-8';
  expect([status, headers]).toEqual([200, { ...always, ...sized, 'content-type': type }]);
});
