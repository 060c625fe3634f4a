import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError, ssoCalls } from '../index.ts';
import { createServiceClient } from './index.ts';
import { sendPost, type SendPost } from './send-post.ts';

const masterKey = 'canary-key-3mTw9bLc5yHd7fNs2gJp4aUe';
const view = {
  path: '/internal/v1/clients/view',
  input: { properties: { client_id: { type: 'string' } } },
  output: { properties: {} },
} as const;
const call = { to: view, body: { client_id: 'demo-rp' } } as const;

const own = { service: 'sso', masterKey } as const;

type Step = Response | Error | 'hang';
type Post = Parameters<SendPost>[1];

/** A sibling that answers each request with the next step. */
function createSibling(...steps: Step[]) {
  const requests: { url: string; post: Post }[] = [];
  const send = async (url: string, post: Post): Promise<Response> => {
    const step = steps[requests.length];
    requests.push({ url, post });
    if (step === 'hang') {
      return await new Promise((_resolve, reject) => {
        post.signal.addEventListener('abort', () => reject(post.signal.reason));
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
    send,
    timeLimitMilliseconds: 20,
  });
  return { requests, client };
}

function answer(status: number, body: unknown): Response {
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
}

function networkError(code: string): Error {
  return Object.assign(new Error(`connect ${code}`), { code });
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

test('a call to an internal route carries the key, the body and the traceparent', async () => {
  const { client, requests } = createSibling(answer(200, {}));
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await client({ ...call, traceparent });
  expect(requests).toEqual([
    {
      url: 'http://user-api:4102/internal/v1/clients/view',
      post: {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          authorization: `Bearer ${masterKey}`,
          traceparent,
          'latchkey-ms-left': expect.stringMatching(/^[1-9]\d*$/),
        },
        body: '{"client_id":"demo-rp"}',
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
  const client = createServiceClient({ ...own, baseUrl: 'https://drop.test', send: count });
  expect(await failureOf(client(call))).toMatchObject({ code: 'upstream_unavailable' });
  expect(requests).toBe(0);
});

describe('over HTTP', () => {
  /** A client of a server that handles each request so, and the paths of what has arrived there. A slow machine has time. */
  async function createServed(handle: RequestListener, limit: number | null = 60_000) {
    const paths: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url);
      handle(request, response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const close = async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    };
    let attempts = 0;
    const send: SendPost = (url, post) => {
      attempts += 1;
      return sendPost(url, post);
    };
    const client = createServiceClient({
      ...own,
      ...(limit === null ? {} : { timeLimitMilliseconds: limit }),
      baseUrl,
      internalUrl: baseUrl,
      send,
    });
    return { client, paths, close, attempts: () => attempts };
  }

  test('a closed port is tried twice and named unavailable', async () => {
    const { client, close, attempts } = await createServed(() => undefined);
    await close();
    expect(await failureOf(client(call))).toMatchObject({ code: 'upstream_unavailable' });
    expect(attempts()).toBe(2);
  });

  test('a connection cut in the middle is not tried again', async () => {
    const { client, paths, close } = await createServed((request) => request.socket.destroy());
    expect(await failureOf(client(call))).toMatchObject({ code: 'upstream_unavailable' });
    expect(paths).toEqual([view.path]);
    await close();
  });

  test('a redirect is not followed', async () => {
    const { client, paths, close } = await createServed((_request, response) => {
      response.writeHead(307, { location: '/internal/v1/elsewhere' }).end();
    });
    expect(await failureOf(client(call))).toMatchObject({ code: 'upstream_unavailable' });
    expect(paths).toEqual([view.path]);
    await close();
  });

  test.each<[string, RequestListener]>([
    ['before it answers', () => undefined],
    ['in the middle of its answer', (_request, response) => response.writeHead(200).write('{"active":')],
  ])('a sibling that hangs %s is given up', async (_when, handle) => {
    const { client, close } = await createServed(handle, 50);
    const failure = await failureOf(client(call));
    expect(failure).toMatchObject({ code: 'upstream_unavailable' });
    expect(String((failure as Error).cause)).toContain('gave no answer in 50 ms');
    await close();
  });

  test('a call with a limit of its own says how much of that is left, and is given up after it', async () => {
    const left: unknown[] = [];
    const { client, close } = await createServed(
      (request) => left.push(request.headers['latchkey-ms-left']),
      null,
    );
    const failure = await failureOf(client({ ...call, to: { ...view, limitMs: 80 } }));
    expect(String((failure as Error).cause)).toContain('gave no answer in 80 ms');
    expect(Number(left[0])).toBeLessThanOrEqual(70);
    await close();
  });
});
