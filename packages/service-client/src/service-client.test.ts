import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ssoCalls } from '@latchkey/contracts';
import { ApiError } from '@latchkey/errors';
import { createServiceClient } from './index.ts';

const masterKey = 'canary-key-3mTw9bLc5yHd7fNs2gJp4aUe';
const view = {
  path: '/internal/v1/clients/view',
  input: { properties: { client_id: { type: 'string' } } },
  output: { properties: {} },
} as const;
const call = { to: view, body: { client_id: 'demo-rp' } } as const;

const own = { service: 'sso', masterKey } as const;

type Step = Response | Error | 'hang';

/** A sibling that answers each request with the next step. */
function createSibling(...steps: Step[]) {
  const requests: { url: string; init: RequestInit }[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const step = steps[requests.length];
    requests.push({ url, init });
    if (step === 'hang') {
      return await new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
    }
    if (step === undefined) throw new Error('called too often');
    if (step instanceof Error) throw step;
    return step;
  };
  const client = createServiceClient({
    service: 'user-api',
    baseUrl: 'https://api.test/',
    internalUrl: 'http://user-api:4102/',
    masterKey,
    fetch,
    timeLimitMilliseconds: 20,
  });
  return { requests, client };
}

function answer(status: number, body: unknown): Response {
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
}

function networkError(code: string): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(`connect ${code}`), { code }) });
}

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return await promise.then(
    () => 'answered',
    (error: unknown) => error,
  );
}

describe('upstream_unavailable', () => {
  test.each([
    ['is down, twice', [networkError('ECONNREFUSED'), networkError('ECONNREFUSED')], 2],
    ['has no name, twice', [networkError('ENOTFOUND'), networkError('EAI_AGAIN')], 2],
    ['hangs', ['hang'], 1],
    ['hangs on the retry', [networkError('ECONNREFUSED'), 'hang'], 2],
    ['cuts the connection after the request was sent', [networkError('ECONNRESET')], 1],
    ['closes the socket', [networkError('UND_ERR_SOCKET')], 1],
    ['answers no JSON', [answer(200, '<html>')], 1],
    ['answers an empty body', [answer(200, '')], 1],
    ['answers a list', [answer(200, [])], 1],
    ['answers an envelope without data', [answer(200, { status: 1, comment: 'OK', data: null })], 1],
    ['fails', [answer(500, { status: 0, code: 'internal', message: 'x' })], 1],
    ['is overloaded', [answer(503, { status: 0, code: 'overloaded', retry_after: 9 })], 1],
    ['fails in OAuth words', [answer(503, { error: 'temporarily_unavailable' })], 1],
    ['hides behind a proxy that fails', [answer(502, { message: 'bad gateway' })], 1],
    ['refuses the master key', [answer(401, { status: 0, code: 'token_invalid', message: 'x' })], 1],
    ['refuses the master key in OAuth words', [answer(401, { error: 'invalid_token' })], 1],
  ] satisfies [string, Step[], number][])('when the sibling %s', async (_name, steps, attempts) => {
    const { client, requests } = createSibling(...steps);
    const failure = await failureOf(client(call));
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({
      code: 'upstream_unavailable',
      message: 'user-api is not available',
      retryAfterSeconds: 5,
    });
    expect(requests).toHaveLength(attempts);
    expect(JSON.stringify(failure) + String((failure as Error).cause)).not.toContain(masterKey);
  });
});

test('upstream_unavailable when the answer breaks the contract, and its cause names the field at fault', async () => {
  const { client } = createSibling(answer(200, { status: 1, comment: 'OK', data: { active: 'canary' } }));
  const failure = await failureOf(client({ to: ssoCalls.verifyToken, body: { token: 't' } }));
  expect(failure).toMatchObject({ code: 'upstream_unavailable', retryAfterSeconds: 5 });
  expect(String((failure as Error).cause)).toBe(
    'Error: /internal/v1/tokens/verify answered no valid data: /active must be boolean',
  );
});

test('a connection that could not be made is tried once more', async () => {
  const { client, requests } = createSibling(networkError('ECONNREFUSED'), answer(200, { active: true }));
  expect(await client(call)).toEqual({ ok: true, data: { active: true } });
  expect(requests).toHaveLength(2);
});

test.each([
  [
    'an envelope',
    answer(429, {
      status: 0,
      comment: 'Wait',
      message: 'Wait',
      code: 'throttled',
      field: 'auth.user',
      retry_after: 7,
    }),
    { ok: false, code: 'throttled', message: 'Wait', field: 'auth.user', retryAfterSeconds: 7 },
  ],
  [
    'an OAuth error',
    answer(400, { error: 'invalid_grant', error_description: 'Used' }),
    { ok: false, code: 'invalid_grant', message: 'Used' },
  ],
  ['a bare code', answer(404, { code: 'not_found' }), { ok: false, code: 'not_found', message: 'not_found' }],
])('a refusal comes back out of %s', async (_name, response, expected) => {
  expect(await createSibling(response).client(call)).toEqual(expected);
});

test('what a public route thinks of a token is data, as the key was not shown', async () => {
  const refusal = answer(401, { status: 0, code: 'token_missing', message: 'Missing' });
  const { client } = createSibling(refusal);
  expect(await client({ to: { ...view, path: '/v1/consume' }, body: {} })).toMatchObject({
    ok: false,
    code: 'token_missing',
  });
});

test('success comes back without its envelope', async () => {
  const { client } = createSibling(answer(200, { status: 1, comment: 'OK', data: { client_id: 'demo-rp' } }));
  expect(await client(call)).toEqual({ ok: true, data: { client_id: 'demo-rp' } });
});

test('a call to an internal route carries the key, the body and the traceparent, and follows no redirect', async () => {
  const { client, requests } = createSibling(answer(200, {}));
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await client({ ...call, traceparent });
  expect(requests).toEqual([
    {
      url: 'http://user-api:4102/internal/v1/clients/view',
      init: {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          authorization: `Bearer ${masterKey}`,
          traceparent,
        },
        body: '{"client_id":"demo-rp"}',
        redirect: 'error',
        signal: expect.any(AbortSignal),
      },
    },
  ]);
});

test.each(['/v1/consume', '/internal/v10/x', '/v1/internal/v1/', '//internal/v1/x'] as const)(
  '%s is called at the public address, and the key is not sent there',
  async (path) => {
    const { client, requests } = createSibling(answer(200, {}));
    await client({ to: { ...view, path }, body: {} });
    expect(requests.map(({ url }) => url)).toEqual([`https://api.test${path}`]);
    expect(JSON.stringify(requests)).not.toContain(masterKey);
  },
);

test('a sibling without an internal address is not available there, and nothing is sent', async () => {
  let requests = 0;
  const count = async () => {
    requests += 1;
    return answer(200, {});
  };
  const client = createServiceClient({ ...own, baseUrl: 'https://drop.test', fetch: count });
  expect(await failureOf(client(call))).toMatchObject({ code: 'upstream_unavailable' });
  expect(requests).toBe(0);
});

describe('with the real fetch', () => {
  test('a closed port is tried twice and named unavailable', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    let attempts = 0;
    const countingFetch = (url: string, init: RequestInit) => {
      attempts += 1;
      return fetch(url, init);
    };
    const baseUrl = `http://127.0.0.1:${port}`;
    const client = createServiceClient({ ...own, baseUrl, internalUrl: baseUrl, fetch: countingFetch });
    expect(await failureOf(client(call))).toMatchObject({ code: 'upstream_unavailable' });
    expect(attempts).toBe(2);
  });

  test('a connection cut in the middle is not tried again', async () => {
    let requests = 0;
    const server = createServer((request) => {
      requests += 1;
      request.socket.destroy();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}`;
    const client = createServiceClient({ ...own, baseUrl, internalUrl: baseUrl, fetch });
    expect(await failureOf(client(call))).toMatchObject({ code: 'upstream_unavailable' });
    expect(requests).toBe(1);
    await new Promise((resolve) => server.close(resolve));
  });
});
