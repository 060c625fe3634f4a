import { Writable } from 'node:stream';
import { ApiError } from '@latchkey/contracts';
import { createLogger } from '@latchkey/process';
import request from 'supertest';
import {
  createApp,
  createEnvelopeProtocol,
  createOAuthProtocol,
  createPageProtocol,
  definePage,
  defineRoute,
  publicAccess,
  type Access,
} from '../src/index.ts';
import { logFields } from '../src/log-fields.ts';
import { isDependencyLost, service } from './example-app.ts';

const expired = { code: 'expired', message: 'It has expired' } as const;
const unavailable = { code: 'upstream_unavailable', message: 'sso is not available' } as const;
const detail = 'the family was revoked before';

/** Throws in the part of the route that the request names. */
function failIn(part: string, asked: unknown): void {
  if (asked === part) throw new ApiError(expired, { field: 'part', detail });
  if (asked === `${part} of another service`) throw new ApiError(unavailable, { detail });
  if (asked === `${part} with a secret`) throw new ApiError(expired, { detail: 'token=CANARY' });
}

const access: Access<unknown, undefined> = {
  name: 'anybody',
  signIn: [],
  errors: [expired],
  admit: (_context, parsed) => failIn('access', parsed.value('part')) as undefined,
};
const checks = {
  errors: [expired],
  run: (_context: unknown, parsed: { value(name: string): unknown }) =>
    failIn('checks', parsed.value('part')),
};
const fields = { properties: { part: { type: 'string' } } } as const;
const shared = { summary: 'Fails where it is asked to', access, checks, input: fields, errors: [expired] };

const route = (path: string) =>
  defineRoute({
    ...shared,
    path,
    output: { properties: {} },
    handle(_context: unknown, { part }) {
      failIn('handler', part);
      return {};
    },
  });
const page = definePage({
  ...shared,
  path: '/page',
  output: { properties: { outcome: { type: 'string' } } },
  handle(_context: unknown, { part }) {
    failIn('handler', part);
    const failed = { html: () => 'late', json: { outcome: 'late' }, code: 'expired' } as const;
    return part === 'shown by the page' ? failed : { html: () => 'done', json: {} };
  },
});
const hidden = defineRoute({
  path: '/hidden',
  summary: 'Is there for its method alone',
  access: publicAccess,
  input: { properties: {} },
  output: { properties: {} },
  errors: [],
  handle: () => ({}),
});

function createRecorder() {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
      done();
    },
  });
  return { lines, logger: createLogger({ service: 'example', level: 'info', stream }) };
}

function createFailingApp() {
  const { lines, logger } = createRecorder();
  const pages = createPageProtocol({
    contentSecurityPolicy: "default-src 'none'",
    fail: ({ spec }) => ({ html: () => `<p>${spec.message}</p>`, json: { error: spec.code } }),
  });
  const { express } = createApp<undefined>({
    service,
    context: undefined,
    groups: [
      { protocol: createEnvelopeProtocol(), routes: [route('/envelope'), hidden] },
      { protocol: createOAuthProtocol(), routes: [route('/oauth')] },
      { protocol: pages, routes: [page] },
    ],
    logger,
    health: {},
    isDependencyLost,
  });
  const requestLine = () => lines.find(({ message }) => message === 'request');
  return { express, requestLine };
}

describe.each([
  ['envelope', '/envelope', 'application/json'],
  ['oauth', '/oauth', 'application/json'],
  ['page', '/page', 'text/html'],
  ['page as JSON', '/page', 'application/json'],
])('a failure in the protocol %s', (_name, path, accept) => {
  async function send(part: string) {
    const { express, requestLine } = createFailingApp();
    const answer = await request(express).post(path).type('form').accept(accept).send({ part });
    return { sent: JSON.stringify([answer.headers, answer.text]), line: requestLine() };
  }

  test.each(['access', 'checks', 'handler'])('a detail of the %s is logged and not sent', async (part) => {
    const { sent, line } = await send(part);
    expect(sent).not.toContain(detail);
    expect(line).toMatchObject({ status: 410, code: 'expired', detail });
  });

  test('a detail of an outage is logged and not sent', async () => {
    const { sent, line } = await send('handler of another service');
    expect(sent).not.toContain(detail);
    expect(line).toMatchObject({ status: 503, code: 'upstream_unavailable', detail });
  });

  test('a secret inside a detail is not logged', async () => {
    const { sent, line } = await send('handler with a secret');
    expect(sent).not.toContain('CANARY');
    expect(line).toMatchObject({ code: 'expired', detail: 'token=[redacted]' });
  });

  test('a success logs neither code nor detail', async () => {
    const { line } = await send('nothing');
    expect(line).toMatchObject({ status: 200 });
    expect(line).not.toHaveProperty('code');
    expect(line).not.toHaveProperty('detail');
  });
});

test.each([
  ['post', '/nowhere', 404, 'not_found'],
  ['get', '/hidden', 405, 'method_not_allowed'],
  ['post', '/docs', 405, 'method_not_allowed'],
] as const)('the code of %s %s is logged: %d %s', async (method, path, status, code) => {
  const { express, requestLine } = createFailingApp();
  await request(express)[method](path);
  expect(requestLine()).toMatchObject({ status, code });
});

test('the code of a body that cannot be read is logged', async () => {
  const { express, requestLine } = createFailingApp();
  await request(express).post('/envelope').set('content-type', 'application/json').send('{');
  expect(requestLine()).toMatchObject({ status: 400, code: 'malformed_body' });
});

test('the code of a failure that a page itself shows is logged', async () => {
  const { express, requestLine } = createFailingApp();
  await request(express).post('/page').type('form').send({ part: 'shown by the page' });
  expect(requestLine()).toMatchObject({ status: 410, code: 'expired' });
});

test('a secret that is sent as a request id is not logged', async () => {
  const { express, requestLine } = createFailingApp();
  await request(express).post('/envelope').set('x-request-id', 'dk1_CANARY0123456789abcdef');
  expect(requestLine()).toMatchObject({ status: 200, caller_request_id: '[redacted]' });
});

test('no field of a request’s line is named like a secret: it is written without a look at names', () => {
  const { lines, logger } = createRecorder();
  const lineHead = { timestamp: expect.any(String), level: 'info', service: 'example', message: 'request' };
  const line = Object.fromEntries(Object.keys(logFields).map((name) => [name, 'x']));
  logger.info('request', line);
  expect(lines).toEqual([{ ...line, ...lineHead }]);
});
