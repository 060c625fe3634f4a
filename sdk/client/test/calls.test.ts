import { inspect } from 'node:util';
import {
  createLatchkey,
  createMemoryStore,
  drop,
  pages,
  userApi,
  type DeviceLogin,
  type Session,
  type Settings,
} from '../src/index.ts';
import { createFakeSso } from './fake-sso.ts';

interface Sent {
  readonly path: string;
  readonly headers: Headers;
  readonly fields: Record<string, unknown>;
}

const done = (data: unknown) => Response.json({ status: 1, comment: 'OK', data });

type Answer = Response | Error;

/** A session whose calls of the services get these answers, one after the other, or what a function says. */
async function open(
  answers: Answer[] | ((sent: Sent) => Answer | Promise<Answer>),
  more: Partial<Settings> = {},
) {
  const sso = createFakeSso();
  const sent: Sent[] = [];
  const { fetch: askSso = fetch } = sso.settings;
  const send: NonNullable<Settings['fetch']> = async (input, init) => {
    if (typeof input === 'string' && input.startsWith('https://sso.test')) return askSso(input, init);
    const { pathname } = new URL(input);
    const fields = JSON.parse(init?.body as string) as Sent['fields'];
    const call = { path: pathname, headers: new Headers(init?.headers), fields };
    sent.push(call);
    const answer = Array.isArray(answers)
      ? (answers.shift() ?? new Error('no more answers'))
      : await answers(call);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const places = { userApi: 'https://user-api.test', drop: 'https://drop.test' };
  const latchkey = createLatchkey({ ...sso.settings, ...places, ...more, fetch: send });
  sso.decide('approved');
  let login: DeviceLogin = await latchkey.startDeviceLogin();
  for await (login of latchkey.followDeviceLogin(login));
  sso.forms.length = 0;
  const store = createMemoryStore();
  return { sso, sent, latchkey, store, session: await latchkey.openSession(store, login) };
}

const refuse = (body: object, init: ResponseInit) => Response.json({ status: 0, data: null, ...body }, init);

test.each<[string, Answer, object]>([
  [
    'a refusal',
    refuse({ code: 'invalid_value', message: 'Invalid', field: 'id', request_id: 'r1' }, { status: 400 }),
    { code: 'invalid_value', message: 'Invalid', field: 'id', requestId: 'r1' },
  ],
  [
    'a limit',
    refuse({ code: 'throttled', message: 'Later', retry_after: 12 }, { status: 429 }),
    { code: 'throttled', retryAfter: 12 },
  ],
  [
    'a challenge',
    refuse(
      { code: 'binding_required', message: 'No' },
      { status: 401, headers: { 'www-authenticate': 'DPoP error="invalid_token"' } },
    ),
    { code: 'binding_required' },
  ],
  [
    'a page of a proxy',
    new Response('<html>', { status: 502, headers: { 'retry-after': '3', 'x-request-id': 'r2' } }),
    { code: 'no_answer', retryAfter: 3, requestId: 'r2' },
  ],
  [
    'a date to come back at',
    new Response('', { status: 503, headers: { 'retry-after': 'Thu, 01 Jan 1970 00:30:00 GMT' } }),
    // The clock of the settings stands a little after 00:16:40.
    { code: 'no_answer', retryAfter: 795 },
  ],
  ['an answer that breaks off', new Response('{"status":1,', { status: 200 }), { code: 'no_answer' }],
  ['no network', new TypeError('fetch failed'), { code: 'no_answer' }],
])('%s is one LatchkeyError', async (_name, answer, error) => {
  const { session } = await open([answer]);
  await expect(drop(session)('/v1/drop/status', { id: 'x' })).rejects.toMatchObject({
    name: 'LatchkeyError',
    ...error,
  });
});

test('an answer that breaks off is quoted by no error', async () => {
  const { session } = await open([new Response('{"data":{"payload":"secret', { status: 200 })]);
  const error: unknown = await drop(session)('/v1/drop/get', { id: 'x', key: 'k' }).catch(
    (thrown: unknown) => thrown,
  );
  expect(inspect(error, { depth: 9 })).not.toContain('payload');
});

test('not_configured for a service that neither the settings nor sso name', async () => {
  const { userApi: _userApi, ...rest } = createFakeSso().settings;
  const session = await createLatchkey(rest).openSession(createMemoryStore());
  await expect(userApi(session)('/session/me')).rejects.toMatchObject({
    code: 'not_configured',
    message: 'No address is configured for userApi, and https://sso.test names none.',
  });
});

test.each([
  [{}, 'https://users.test/', 'https://users.test/session/me'],
  [{ userApi: 'https://mine.test' }, 'https://users.test/', 'https://mine.test/session/me'],
])(
  'a call goes to the address of the settings, else to what sso names: %j',
  async (named, address, called) => {
    const { sso, clientId } = createFakeSso().settings;
    const urls: string[] = [];
    const latchkey = createLatchkey({
      sso,
      clientId,
      ...named,
      async fetch(input, init) {
        const { url } = new Request(input, init);
        if (url.includes('/.well-known/')) return Response.json({ issuer: sso, latchkey_user_api: address });
        urls.push(url);
        return Response.json({ status: 1, data: {} });
      },
    });
    await userApi(latchkey.useToken('t'))('/session/me');
    expect(urls).toEqual([called]);
  },
);

test('no_answer where sso must be asked for an address and is down', async () => {
  const { sso, clientId } = createFakeSso().settings;
  const latchkey = createLatchkey({
    sso,
    clientId,
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  });
  await expect(latchkey.findSiblings()).rejects.toMatchObject({ code: 'no_answer' });
});

test('an abort is thrown as it is', async () => {
  const { session } = await open([done({})]);
  const reason = new Error('enough');
  const signal = AbortSignal.abort(reason);
  await expect(drop(session)('/v1/drop/status', { id: 'x' }, { signal })).rejects.toBe(reason);
});

test('the token travels in a field, and the answer is its data', async () => {
  const { session, sent } = await open([done({ id: 'd1' })]);
  expect(await drop(session)('/v1/drop/store', { payload: 'x', ttl: 60 })).toEqual({ id: 'd1' });
  expect(sent).toMatchObject([
    { path: '/v1/drop/store', fields: { payload: 'x', ttl: 60, 'auth.token': 'access-0' } },
  ]);
  expect(sent[0]?.headers.get('authorization')).toBeNull();
});

test('or in the header, where that is asked for', async () => {
  const { session, sent } = await open([done({})]);
  await userApi(session, { credentials: 'headers' })('/session/me');
  expect(sent[0]).toMatchObject({ path: '/session/me', fields: {} });
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer access-0');
});

const askForNonce = () =>
  refuse(
    { code: 'use_dpop_nonce' },
    {
      status: 401,
      headers: { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': 'n1' },
    },
  );

test.each(['fields', 'headers'] as const)(
  'a bound token comes with a proof in the %s',
  async (credentials) => {
    const { session, sent } = await open([askForNonce(), done({}), done({})], { dpop: true });
    const call = userApi(session, { credentials });
    await call('/session/me');
    await call('/session/me');
    const claims = sent.map(({ headers, fields }) => {
      const proof = credentials === 'headers' ? headers.get('dpop') : fields['auth.dpop'];
      return JSON.parse(atob(String(proof).split('.')[1] ?? '')) as Record<string, unknown>;
    });
    const claimed = { htm: 'POST', htu: 'https://user-api.test/session/me' };
    expect(claims).toMatchObject([claimed, { ...claimed, nonce: 'n1' }, { ...claimed, nonce: 'n1' }]);
  },
);

const refuseToken = (code: string) =>
  refuse({ code }, { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } });
const tokensOf = (sent: readonly Sent[]) => sent.map(({ fields }) => fields['auth.token']);

test.each(['invalid_credentials', 'mfa_required', 'token_missing', 'binding_required', 'invalid_dpop_proof'])(
  'a 401 with the code %s refreshes nothing',
  async (code) => {
    const { session, sso, sent } = await open([refuseToken(code)]);
    await expect(userApi(session)('/session/me')).rejects.toMatchObject({ code });
    expect([sent.length, sso.forms.length]).toEqual([1, 0]);
  },
);

test.each<[string, Response]>([
  ['a missing right', refuse({ code: 'token_invalid' }, { status: 403 })],
  ['a page of a proxy', new Response('<html>', { status: 401 })],
  ['JSON without a code', new Response('null', { status: 401 })],
])('%s refreshes nothing', async (_name, answer) => {
  const { session, sso, sent } = await open([answer]);
  await expect(userApi(session)('/session/me')).rejects.toMatchObject({ name: 'LatchkeyError' });
  expect([sent.length, sso.forms.length]).toEqual([1, 0]);
});

test('a call whose new token is refused as well throws that refusal', async () => {
  const { session, sso, sent } = await open([refuseToken('session_revoked'), refuseToken('token_invalid')]);
  await expect(userApi(session)('/session/me')).rejects.toMatchObject({ code: 'token_invalid' });
  expect([tokensOf(sent), sso.forms.length]).toEqual([['access-0', 'access-1'], 1]);
});

test('a refused token of a family that is gone ends the session', async () => {
  const { session, sso, sent } = await open([refuseToken('session_revoked')]);
  sso.faults.push({ code: 'invalid_grant' });
  const ended = { code: 'session_ended', reason: 'invalid_grant' };
  await expect(userApi(session)('/session/me')).rejects.toMatchObject(ended);
  await expect(userApi(session)('/session/me')).rejects.toMatchObject(ended);
  expect([sent.length, sso.forms.length]).toEqual([1, 1]);
});

test('a refused token that cannot be refreshed now leaves the session as it was', async () => {
  const { session, sso, sent } = await open([refuseToken('token_invalid')]);
  sso.faults.push({ code: 'slow_down' });
  await expect(userApi(session)('/session/me')).rejects.toMatchObject({ code: 'slow_down', retryAfter: 9 });
  expect(await session.state()).toMatchObject({ status: 'active' });
  expect(sent).toHaveLength(1);
});

test.each(['token_invalid', 'token_expired', 'session_revoked'])(
  'many calls that are refused with %s share one refresh and are sent once more',
  async (code) => {
    const isDead = ({ fields }: Sent) => fields['auth.token'] === 'access-0';
    const opened = await open((call) => (isDead(call) ? refuseToken(code) : done(call.fields)));
    const other = await opened.latchkey.openSession(opened.store);
    const store = (session: Session, payload: string) => drop(session)('/v1/drop/store', { payload });
    const payloads = Array.from({ length: 50 }, (_, at) => `payload ${at}`);
    const stored = await Promise.all(
      payloads.map((payload, at) => store(at % 2 === 0 ? opened.session : other, payload)),
    );
    expect(stored).toEqual(payloads.map((payload) => ({ payload, 'auth.token': 'access-1' })));
    expect(opened.sent).toHaveLength(100);
    expect(opened.sso.forms).toHaveLength(1);
  },
);

test('a token that another has refreshed meanwhile is used at once', async () => {
  const answers: (() => Answer | Promise<Answer>)[] = [
    async () => {
      const other = await opened.latchkey.openSession(opened.store);
      await other.accessToken({ minValiditySeconds: Number.POSITIVE_INFINITY });
      return refuseToken('token_invalid');
    },
    () => done({}),
  ];
  const opened = await open(() => answers.shift()?.() ?? new Error('no more answers'));
  await userApi(opened.session)('/session/me');
  expect([tokensOf(opened.sent), opened.sso.forms.length]).toEqual([['access-0', 'access-1'], 1]);
});

test('a bound token that is refused after a nonce is refreshed, and the nonce is kept', async () => {
  const { session, sent } = await open([askForNonce(), refuseToken('token_expired'), done({})], {
    dpop: true,
  });
  await userApi(session)('/session/me');
  expect(tokensOf(sent)).toEqual(['access-0', 'access-0', 'access-1']);
  const proof = String(sent[2]?.fields['auth.dpop']).split('.')[1] ?? '';
  expect(JSON.parse(atob(proof))).toMatchObject({ nonce: 'n1' });
});

test('pages follow the cursor to the last page, with the same filters', async () => {
  const page = (items: number[], next_cursor: string | null) => done({ items, next_cursor });
  const { session, sent } = await open([page([1, 2], 'c1'), page([3], 'c2'), page([], null)]);
  const api = userApi(session);
  const found: unknown[] = [];
  const search = pages((fields) => api('/account/me/session/search', fields), { limit: 2, status: 'active' });
  for await (const { items } of search) found.push(...items);
  expect(found).toEqual([1, 2, 3]);
  expect(sent.map(({ fields }) => [fields['cursor'], fields['limit'], fields['status']])).toEqual([
    [undefined, 2, 'active'],
    ['c1', 2, 'active'],
    ['c2', 2, 'active'],
  ]);
});

test('calls with a token from elsewhere, or without one', async () => {
  const sent: unknown[] = [];
  const fetch: NonNullable<Settings['fetch']> = async (_input, init) => {
    sent.push(JSON.parse(init?.body as string));
    return done({});
  };
  const latchkey = createLatchkey({
    sso: 'https://sso.test',
    drop: 'https://drop.test',
    clientId: 'rp',
    fetch,
  });
  await drop(latchkey.useToken('given'))('/v1/consume', { id: 'd', key: 'k' });
  await drop(latchkey.useToken())('/v1/consume', { id: 'd', key: 'k' });
  expect(sent).toEqual([
    { id: 'd', key: 'k', 'auth.token': 'given' },
    { id: 'd', key: 'k' },
  ]);
});

test('a refused token that cannot be refreshed is not sent again', async () => {
  const { sso, sent, latchkey, store } = await open(() => refuseToken('session_revoked'));
  const operator = await latchkey.openSession(store, undefined, { refresh: false });
  const ask = (caller: Parameters<typeof userApi>[0]) =>
    userApi(caller)('/session/me').catch((error: unknown) => error);
  const refused = { code: 'session_revoked' };
  const answers = { session: await ask(operator), token: await ask(latchkey.useToken('given')) };
  expect(answers).toMatchObject({ session: refused, token: refused });
  expect([tokensOf(sent), sso.forms.length]).toEqual([['access-0', 'given'], 0]);
});

test('a key of a drop does not leave in the clear where there is no token either', async () => {
  const fetch = () => Promise.reject(new Error('was sent'));
  const latchkey = createLatchkey({
    sso: 'https://sso.test',
    drop: 'http://drop.test',
    clientId: 'rp',
    fetch,
  });
  const taken = drop(latchkey.useToken())('/v1/consume', { id: 'd', key: 'k' });
  await expect(taken).rejects.toThrow('http://drop.test is not https:');
});

describe('a redirect is not followed', () => {
  const addresses = { sso: 'https://sso.test', drop: 'https://drop.test', clientId: 'rp' };
  const moved = () => new Response(null, { status: 307, headers: { location: 'https://other.test/' } });
  const followed = () => Object.defineProperty(done({ id: 'd' }), 'redirected', { value: true });

  test.each<[string, () => Response]>([
    ['one that is answered', moved],
    ['one that the given fetch has followed', followed],
  ])('%s: with a token, without one, and at sso', async (_name, answer) => {
    const modes: unknown[] = [];
    const fetch: NonNullable<Settings['fetch']> = async (_input, init) => {
      modes.push(init?.redirect);
      return answer();
    };
    const latchkey = createLatchkey({ ...addresses, fetch });
    const failureOf = (call: Promise<unknown>) => call.catch((error: unknown) => error);
    const take = (token?: string) => drop(latchkey.useToken(token))('/v1/consume', { id: 'd', key: 'k' });
    const refused = { code: 'no_answer', message: expect.stringContaining('not followed') as string };
    expect({
      'with a token': await failureOf(take('given')),
      'without one': await failureOf(take()),
      'at sso': await failureOf(latchkey.startDeviceLogin()),
    }).toMatchObject({ 'with a token': refused, 'without one': refused, 'at sso': refused });
    expect(modes).toEqual(['manual', 'manual', 'manual']);
  });
});
