import { ApiError } from '@latchkey/contracts';
import request from 'supertest';
import { createApp, createPageProtocol, definePage, publicAccess } from '../src/index.ts';
import { createListLogger, isDependencyLost, service } from './example-app.ts';

const denied = { code: 'csrf_failed', message: 'The form is not ours' } as const;

const show = definePage({
  method: 'GET',
  path: '/page',
  summary: 'Shows the page',
  access: publicAccess,
  input: { properties: { user_code: { type: 'string' } } },
  output: { properties: { shown: { type: 'string' } } },
  errors: [],
  handle: (_context: undefined, input) => ({
    html: () => `<p>${input.user_code ?? ''}</p>`,
    json: { shown: input.user_code, hidden: 'never leaves' },
    headers: { 'set-cookie': ['a=1', 'b=2'] },
  }),
});
const take = definePage({
  path: '/page',
  summary: 'Takes the form',
  access: publicAccess,
  input: { properties: { decision: { type: 'string', enum: ['approve', 'late', 'forged'] } } },
  output: { properties: { outcome: { type: 'string' } } },
  errors: [denied],
  handle(_context: undefined, input) {
    if (input.decision === 'forged') throw new ApiError(denied);
    if (input.decision === 'late')
      return { html: () => 'late', json: { outcome: 'expired' }, code: 'invalid_value' };
    return { html: () => 'done', json: { outcome: 'approved' }, location: '/page?done=1' };
  },
});
const bytes = Buffer.from([0, 255, 10]);
const save = definePage({
  method: 'GET',
  path: '/files/:id',
  summary: 'Sends a file',
  access: publicAccess,
  input: { properties: {} },
  output: { properties: { id: { type: 'string' } } },
  errors: [],
  handle: (_context: undefined, _input, _caller, { path }) => ({
    html: () => 'never shown',
    json: { id: path.slice('/files/'.length) },
    file: {
      bytes,
      headers: { 'content-type': 'application/octet-stream', 'content-security-policy': 'sandbox' },
    },
  }),
});
const app = createApp({
  service,
  context: undefined,
  groups: [
    {
      protocol: createPageProtocol({
        contentSecurityPolicy: "default-src 'none'; form-action 'self'",
        fail: (error) => ({ html: () => `failed: ${error.code}`, json: { error: error.code } }),
      }),
      routes: [show, take, save],
    },
  ],
  logger: createListLogger([]),
  health: {},
  isDependencyLost,
}).express;

test('200 with a document, its own policy and every cookie', async () => {
  const answer = await request(app).get('/page?user_code=ABCD');
  expect([answer.status, answer.text]).toEqual([200, '<p>ABCD</p>']);
  expect(answer.headers['content-security-policy']).toBe("default-src 'none'; form-action 'self'");
  expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2']);
});

test('200 with the bytes of a file under its own headers; JSON for a caller that asks for it', async () => {
  const answer = await request(app).get('/files/a.b');
  expect([answer.status, bytes.equals(answer.body as Buffer)]).toEqual([200, true]);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-security-policy': 'sandbox',
    'content-length': '3',
  });
  const asJson = await request(app).get('/files/a.b').accept('application/json');
  expect(asJson.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(asJson.body).toEqual({ id: 'a.b' });
  const { status, headers } = await request(app).head('/files/a.b');
  expect([status, headers['content-length']]).toEqual([200, '3']);
});

test.each(['/files/', '/files/a/b', '/files/%E0%A4%A'])('404 for %s, which names no file', async (path) => {
  expect((await request(app).get(path)).status).toBe(404);
});

test('the document names what is in a path', async () => {
  const { body } = await request(app).get('/openapi.json');
  expect(body.paths['/files/{id}'].get.parameters).toEqual([
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
  ]);
});

test('200 with the same outcome as JSON for a caller that asks for it', async () => {
  const answer = await request(app).get('/page?user_code=ABCD').accept('application/json');
  expect([answer.status, answer.body]).toEqual([200, { shown: 'ABCD' }]);
});

test.each([
  ['decision=late', 400, 'late'],
  ['decision=forged', 403, 'failed: csrf_failed'],
  ['decision=other', 400, 'failed: invalid_value'],
  ['decision=a&decision=b', 400, 'failed: invalid_request'],
])('a failure is a page as well: %s', async (form, status, text) => {
  const answer = await request(app).post('/page').type('form').send(form);
  expect([answer.status, answer.text]).toEqual([status, text]);
});

test('303 after a form that was taken; JSON callers get the outcome itself', async () => {
  const browser = await request(app).post('/page').type('form').send('decision=approve');
  expect([browser.status, browser.headers['location']]).toEqual([303, '/page?done=1']);
  const client = await request(app)
    .post('/page')
    .type('form')
    .accept('application/json')
    .send('decision=approve');
  expect([client.status, client.body]).toEqual([200, { outcome: 'approved' }]);
});

test.each([
  ['*/*', 'text/html'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
  ['text/html, application/json', 'text/html'],
  ['text/plain', 'text/html'],
  ['application/json;q=0', 'text/html'],
  ['application/json;q=0.5, text/html', 'text/html'],
  ['application/json, text/html;q=0.5', 'application/json'],
  ['application/json, text/plain, */*', 'application/json'],
])('Accept: %s gets %s', async (accept, type) => {
  const answer = await request(app).get('/page').set('accept', accept);
  expect(answer.headers['content-type']).toBe(`${type}; charset=utf-8`);
});
