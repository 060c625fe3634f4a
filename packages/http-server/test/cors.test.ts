import request from 'supertest';
import { createExampleApp } from './example-app.ts';

const listed = 'https://app.example';
const other = 'https://evil.example';

interface Call {
  readonly corsOrigins: readonly string[];
  readonly origin?: string;
}

/** The status and all headers that CORS is about. */
async function send(method: 'options' | 'post', { corsOrigins, origin }: Call) {
  const sent = request(createExampleApp([], { corsOrigins }).express)[method]('/v1/echo');
  const { status, headers } = await (origin === undefined ? sent : sent.set('origin', origin));
  const names = Object.keys(headers).filter((name) => /^(access-control-|vary$|allow$)/.test(name));
  return [status, Object.fromEntries(names.map((name) => [name, headers[name]]))];
}

const exposed = {
  'access-control-expose-headers': 'X-Request-Id, Retry-After, WWW-Authenticate, DPoP-Nonce',
};
const allowed = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'Authorization, DPoP, token, Content-Type, X-Request-Id, traceparent',
  'access-control-max-age': '600',
};

test.each([
  ['no origin is listed', { corsOrigins: [], origin: listed }, {}],
  ['another origin calls', { corsOrigins: [listed], origin: other }, { vary: 'Origin' }],
  ['a part of the origin is listed', { corsOrigins: [listed], origin: 'https://app' }, { vary: 'Origin' }],
  ['no page calls', { corsOrigins: [listed] }, { vary: 'Origin' }],
  ['no page calls and any may', { corsOrigins: ['*'] }, { vary: 'Origin' }],
])('405 on OPTIONS and 401 on POST without CORS where %s', async (_when, call, headers) => {
  expect(await send('options', call)).toEqual([405, { ...headers, allow: 'POST' }]);
  expect(await send('post', call)).toEqual([401, headers]);
});

test.each([
  ['a listed origin', { corsOrigins: [other, listed], origin: listed }, listed],
  ['any origin', { corsOrigins: ['*'], origin: other }, '*'],
])('204 on the preflight of %s, whose calls may read the answer', async (_who, call, origin) => {
  const open = { vary: 'Origin', 'access-control-allow-origin': origin, ...exposed };
  expect(await send('options', call)).toEqual([204, { ...open, ...allowed }]);
  expect(await send('post', call)).toEqual([401, open]);
});
