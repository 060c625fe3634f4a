import { randomUUID } from 'node:crypto';
import { version } from '@latchkey/process/version';
import request from 'supertest';
import { createEnvelopeProtocol } from '../src/index.ts';
import { createExampleApp, echo, type LogLine } from './example-app.ts';

const app = createExampleApp().express;
const post = (body: object | string, path = '/v1/echo') =>
  request(app).post(path).set('content-type', 'application/json').send(body);
const failure = (code: string, message: string, more = {}) => {
  return { status: 0, comment: message, message, code, data: null, request_id: 'r-1', ...more };
};

describe('reading', () => {
  test.each([
    ['a required field', {}, failure('missing_field', 'word is required', { field: 'word' })],
    [
      'a blank one that may not be',
      { word: '' },
      failure('missing_field', 'word is required', { field: 'word' }),
    ],
    ['another type', { word: 5 }, failure('invalid_type', 'word must be string', { field: 'word' })],
    [
      'a bad value',
      { word: 'w', count: 0 },
      failure('invalid_value', 'count must be >= 1', { field: 'count' }),
    ],
    [
      'a bad filter',
      { word: 'w', status: 'no' },
      failure('invalid_filter', 'status must be one of active', { field: 'status' }),
    ],
    [
      'the first of several, in the order of the schema',
      { status: 'no', count: 'x' },
      failure('missing_field', 'word is required', { field: 'word' }),
    ],
  ])('400 for %s', async (_what, body, expected) => {
    const answer = await post({ token: 't', ...body });
    expect([answer.status, answer.body]).toEqual([400, expected]);
  });

  test('401 of the access before 400 of the input', async () => {
    const answer = await post({});
    expect([answer.status, answer.body]).toEqual([401, failure('token_missing', 'A token is required')]);
  });

  test('200 takes query, form and JSON; text stands for numbers, booleans and JSON', async () => {
    const answer = await request(app)
      .post('/v1/echo?word=query&count=3&tags=%5B%22a%22%5D')
      .type('form')
      .send('token=me&word=form&loud=1&anything=5');
    expect(answer.body).toEqual({
      status: 1,
      comment: 'OK',
      data: {
        said: { word: 'form', by: 'me' },
        input: { word: 'form', count: 3, loud: true, tags: ['a'], anything: '5' },
      },
    });
  });

  test('200 leaves unknown keys behind and counts null as not given', async () => {
    const answer = await post({ token: 'me', word: 'w', count: null, nope: 1, anything: null });
    expect(answer.body.data.input).toEqual({ word: 'w', anything: null });
  });

  test('413 for a large body, readable to its sender', async () => {
    const answer = await post({ token: 'x'.repeat(200_000) });
    expect([answer.status, answer.body]).toEqual([
      413,
      failure('too_large', 'The body is longer than 102,400 bytes'),
    ]);
  });

  test.each([
    ['gzip', { 'content-encoding': 'gzip' }, 'unsupported_encoding'],
    ['XML', { 'content-type': 'text/xml' }, 'unsupported_media_type'],
    ['another charset', { 'content-type': 'application/json; charset=latin1' }, 'unsupported_charset'],
  ])('415 for %s', async (_what, headers, code) => {
    const answer = await post('{}').set(headers);
    expect([answer.status, answer.body.code]).toEqual([415, code]);
  });
});

const raise = () => {
  throw new Error('secret detail');
};

describe('answering', () => {
  test('404 in the envelope for a path that is not there', async () => {
    const answer = await post({}, '/nope');
    expect([answer.status, answer.body]).toEqual([404, failure('not_found', 'There is no such route')]);
  });

  test('405 names the methods of a path', async () => {
    const answer = await request(app).get('/v1/echo');
    expect(answer.headers['allow']).toBe('POST');
    expect([answer.status, answer.body]).toEqual([
      405,
      failure('method_not_allowed', 'This route does not support that method'),
    ]);
  });

  test('410 with field, retry_after and Retry-After', async () => {
    const answer = await post({ how: 'listed' }, '/v1/fail');
    expect(answer.headers['retry-after']).toBe('7');
    expect([answer.status, answer.body]).toEqual([
      410,
      failure('expired', 'It is gone', { field: 'id', retry_after: 7 }),
    ]);
  });

  test('500 says nothing of the cause, which is logged', async () => {
    const lines: LogLine[] = [];
    const answer = await request(createExampleApp(lines).express).post('/v1/fail');
    expect([answer.status, answer.body]).toEqual([500, failure('internal', 'Internal error')]);
    const [error] = lines.filter((line) => line.level === 'error');
    expect(error?.fields).toMatchObject({ request_id: 'r-1', error: new Error('secret detail') });
  });

  test('503 with Retry-After while a dependency is lost', async () => {
    const answer = await post({ how: 'database' }, '/v1/fail');
    expect(answer.headers['retry-after']).toBe('2');
    expect([answer.status, answer.body]).toEqual([
      503,
      failure('upstream_unavailable', 'A dependency is not available', { retry_after: 2 }),
    ]);
  });

  test('500 where a protocol cannot word a failure', async () => {
    const wordless = { protocol: { ...createEnvelopeProtocol(), failure: raise }, routes: [echo] };
    const { express } = createExampleApp([], {
      groups: [{ protocol: createEnvelopeProtocol(), routes: [] }, wordless],
    });
    const answer = await request(express).post('/v1/echo');
    expect([answer.status, answer.body.code]).toEqual([500, 'internal']);
  });

  test('a failure that its route does not list is reported', async () => {
    const lines: LogLine[] = [];
    await request(createExampleApp(lines).express).post('/v1/fail').send({ how: 'unlisted' });
    expect(lines).toContainEqual(expect.objectContaining({ level: 'error', message: 'unlisted failure' }));
  });

  test('a request id that the caller has sent is not taken over', async () => {
    const { express } = createExampleApp([], { newRequestId: randomUUID });
    const answers = await Promise.all(
      [1, 2].map(() => request(express).post('/v1/echo').set('x-request-id', 'of-another-request')),
    );
    const ids = answers.map(({ headers, body }) => {
      expect(headers['x-request-id']).toBe(body.request_id);
      expect(body.request_id).toMatch(/^[0-9a-f-]{36}$/);
      return body.request_id as string;
    });
    expect(new Set(ids).size).toBe(2);
  });
});

describe('every service', () => {
  test.each(['get', 'post', 'put', 'delete'] as const)('200 on %s /hello', async (method) => {
    const answer = await request(app)[method]('/hello');
    expect([answer.status, answer.body]).toEqual([200, { status: 1, comment: 'OK', data: { version } }]);
  });

  test('503 on /health/ready while a dependency is down, and while draining', async () => {
    let up = false;
    const check = () => (up ? Promise.resolve() : Promise.reject(new Error('down')));
    const { express, internal, drain } = createExampleApp([], { health: { postgres: check } });
    const ready = async () => {
      const answer = await request(express).get('/health/ready');
      return [answer.status, answer.body] as const;
    };
    expect(await ready()).toEqual([503, { status: 'unavailable' }]);
    up = true;
    expect(await ready()).toEqual([200, { status: 'ready' }]);
    drain();
    expect(await ready()).toEqual([503, { status: 'draining' }]);
    expect((await request(internal).get('/health/ready')).body).toEqual({ status: 'draining', down: [] });
    expect((await request(express).get('/health/live')).status).toBe(200);
  });

  test('/openapi.json shows the schemas that requests are validated with, and /docs an explorer of them', async () => {
    const { body } = await request(app).get('/openapi.json');
    const operation = body.paths['/v1/echo'].post;
    expect(operation.requestBody.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/EchoInput',
    });
    expect(body.components.schemas.EchoInput.required).toEqual(['word']);
    expect(Object.keys(operation.responses)).toEqual(['200', '401', '410', '503', '4XX']);
    const docs = await request(app).get('/docs');
    expect(docs.text).toContain('<script src="docs/start-explorer.js">');
    expect(docs.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
  });
});

test('a dependency that is down is logged once with its reason, and when it is up again', async () => {
  const lines: LogLine[] = [];
  let reason: Error | undefined = new Error('password authentication failed');
  const check = () => (reason === undefined ? Promise.resolve() : Promise.reject(reason));
  const { checkDependencies } = createExampleApp(lines, { health: { postgres: check } });
  for (const next of [reason, undefined, undefined]) {
    await checkDependencies();
    reason = next;
  }
  expect(lines.map(({ level, message, fields }) => [level, message, fields['dependency']])).toEqual([
    ['warn', 'dependency is down', 'postgres'],
    ['info', 'dependency is up again', 'postgres'],
  ]);
  expect(String(lines[0]?.fields['error'])).toContain('password authentication failed');
});
