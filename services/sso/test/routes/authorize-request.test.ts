import { addressOf, answerOf, challenge, createApp, native, stranger, type Shown } from '../app.ts';
import { ssoUrl } from '../sso-harness.ts';

const page = { accept: 'text/html' };
const callback = 'https://app.example.test/callback';

describe('400 as a page, and nobody is led anywhere', () => {
  /** Asks as a person who is signed in, as a program and as a browser. */
  async function expectNowhere(address: string, sentence: string) {
    const app = createApp();
    await app.signIn();
    const response = await app.browser.get(address);
    expect([response.status, response.body]).toEqual([
      400,
      { outcome: 'broken', error: 'invalid_request', error_description: expect.stringContaining(sentence) },
    ]);
    const shown = await app.browser.get(address, page);
    expect([shown.status, shown.headers['location']]).toEqual([400, undefined]);
    expect(shown.text).not.toMatch(/href="https?:\/\/(?!sso\.example\.test)/);
  }

  test('without a query', () => expectNowhere('/authorize', 'client_id is required'));

  test.each<[string, Parameters<typeof addressOf>[0], string]>([
    ['without client_id', { client_id: undefined }, 'client_id is required'],
    ['for an unknown client', { client_id: 'nobody' }, 'the client nobody is unknown or not active'],
    ['for an inactive client', { client_id: 'retired' }, 'is unknown or not active'],
    ['for no possible client', { client_id: 'é' }, 'not valid'],
    ['for two clients', { client_id: ['demo-web', 'demo-web'] }, 'client_id is given more than once'],
    ['without redirect_uri', { redirect_uri: undefined }, 'redirect_uri is required'],
    ['for two addresses', { redirect_uri: [callback, 'https://evil.test'] }, 'is given more than once'],
    ['for more than 8 KB', { state: 's'.repeat(8_192) }, 'more than 8192 bytes'],
  ])('%s', (_what, changes, sentence) => expectNowhere(addressOf(changes), sentence));

  test.each([
    `${callback}/x`,
    `${callback}?x`,
    'https://app.example.test/Callback',
    'https://app.example.test:8443/callback',
    'https://app.example.test@evil.test/callback',
    'https://app.example.test/x/../callback',
    'javascript:alert(1)',
  ])('for %s, which is not registered', (redirect_uri) =>
    expectNowhere(addressOf({ redirect_uri }), 'not registered'),
  );

  test.each(['http://127.0.0.2/callback', 'http://127.0.0.1:99999/callback', 'http://localhost/callback'])(
    'for %s, which is not of this computer',
    (redirect_uri) => expectNowhere(addressOf({ ...native, redirect_uri }), 'not registered'),
  );
});

test.each([
  ['with a port of its own', { ...native, redirect_uri: 'http://127.0.0.1:61000/callback' }],
  ['with the scheme of an app', { ...native, redirect_uri: 'com.example.demo:/callback' }],
])('200 for an address of a native app %s', async (_what, changes) => {
  const app = createApp();
  const shown = await app.signIn(addressOf(changes));
  expect(shown).toMatchObject({ outcome: 'ask', request: { place: null } });
  const { location = '' } = await app.answer(addressOf(changes), 'approve', shown);
  expect(location.startsWith(`${changes.redirect_uri}?code=`)).toBe(true);
});

test('what has no value was not sent, and what is unknown is left out', async () => {
  const app = createApp();
  const address = addressOf({
    prompt: '',
    response_mode: '',
    max_age: '',
    request: '',
    state: '',
    utm: 'mail',
  });
  const { code, ...rest } = answerOf(await app.answer(address, 'approve', await app.signIn(address)));
  expect([code, rest]).toEqual([expect.any(String), { iss: ssoUrl }]);
});

test('a query that an address is registered with stays as it is', async () => {
  const app = createApp();
  const redirect_uri = 'https://app.example.test/other?tenant=a%20b';
  const address = addressOf({ redirect_uri });
  const { location = '' } = await app.answer(address, 'approve', await app.signIn(address));
  expect(location.startsWith(`${redirect_uri}&code=`)).toBe(true);
});

/** What is refused once the person has signed in. */
const refusals: readonly [string, Parameters<typeof addressOf>[0], string, string][] = [
  ['a parameter twice', { nonce: ['one', 'two'] }, 'invalid_request', 'nonce is given more than once'],
  ['an unknown one twice', { utm: ['one', 'two'] }, 'invalid_request', 'utm is given more than once'],
  ['a request object', { request: 'e30.e30.' }, 'request_not_supported', 'not supported'],
  ['an address of one', { request_uri: 'https://evil.test' }, 'request_uri_not_supported', 'not supported'],
  ['a registration', { registration: '{}' }, 'registration_not_supported', 'not supported'],
  ['no response_type', { response_type: undefined }, 'invalid_request', 'response_type is required'],
  ['the implicit grant', { response_type: 'token' }, 'unsupported_response_type', 'must be code'],
  ['a hybrid flow', { response_type: 'code id_token' }, 'unsupported_response_type', 'must be code'],
  ['another mode', { response_mode: 'form_post' }, 'invalid_request', 'response_mode must be query'],
  ['a client without the grant', {}, 'unauthorized_client', 'do not have authorization_code'],
  ['no challenge', { code_challenge: undefined }, 'invalid_request', 'code_challenge must be'],
  ['a short challenge', { code_challenge: 'a'.repeat(42) }, 'invalid_request', 'code_challenge must be'],
  ['a padded challenge', { code_challenge: `${challenge}=` }, 'invalid_request', 'code_challenge must be'],
  ['the method plain', { code_challenge_method: 'plain' }, 'invalid_request', 'must be S256'],
  ['no method, which is plain', { code_challenge_method: undefined }, 'invalid_request', 'must be S256'],
  ['an unknown prompt', { prompt: 'create' }, 'invalid_request', 'the prompt create is unknown'],
  ['a max_age that is none', { max_age: '-1' }, 'invalid_request', 'max_age must be'],
  ['a thumbprint that is none', { dpop_jkt: 'short' }, 'invalid_request', 'dpop_jkt must be'],
  [
    'a scope that it has not',
    { scope: 'openid admin' },
    'invalid_scope',
    'the scope admin is not registered',
  ],
  ['an audience that it has not', { resource: 'https://other.test' }, 'invalid_target', 'is not registered'],
  [
    'audiences that differ',
    { aud: 'https://api.example.test', resource: 'https://drop.example.test' },
    'invalid_request',
    'names of one list',
  ],
  [
    'an id_token of nobody',
    { id_token_hint: 'e30.e30.e30' },
    'invalid_request',
    'no id_token of this client',
  ],
];

describe('a refusal', () => {
  test.each(refusals)(
    'of %s leads back to a client of the installation',
    async (_what, changes, error, sentence) => {
      const app = createApp();
      if (error === 'unauthorized_client') app.changeClient('demo-web', { grantTypes: ['device_code'] });
      expect(await app.open(addressOf(changes))).toMatchObject({ outcome: 'login' });
      const led = await app.signIn(addressOf(changes));
      expect(led.outcome).toBe('leaving');
      expect(answerOf(led)).toEqual({
        error,
        error_description: expect.stringContaining(sentence),
        state: 'state of the app',
        iss: ssoUrl,
      });
      expect(await app.events()).toEqual([]);
    },
  );

  test('has no state where it was sent twice', async () => {
    const app = createApp();
    const led = await app.signIn(addressOf({ state: ['one', 'two'] }));
    expect(Object.keys(answerOf(led)).sort()).toEqual(['error', 'error_description', 'iss']);
  });

  test('of a client that anybody may have made is a page with the way back', async () => {
    const app = createApp();
    const address = addressOf({ ...stranger, response_type: 'token' });
    const shown = await app.signIn(address);
    expect(shown).toMatchObject({ outcome: 'refused', error: 'unsupported_response_type' });
    expect(answerOf(shown)).toMatchObject({ error: 'unsupported_response_type', iss: ssoUrl });
    const { text, headers } = await app.browser.get(address, page);
    expect(headers['location']).toBeUndefined();
    expect(headers['refresh']).toBeUndefined();
    expect(text).toContain('href="https://strange.example.test/callback?error=');
  });

  test('of a verified client, or of one that the person has a consent for, leads back at once', async () => {
    const app = createApp();
    const bad = addressOf({ ...stranger, response_type: 'token' });
    await app.getCode(addressOf(stranger));
    expect(await app.open(bad)).toMatchObject({ outcome: 'leaving' });
    const other = createApp();
    other.changeClient('strange-web', { isVerified: true });
    expect(await other.signIn(bad)).toMatchObject({ outcome: 'leaving' });
  });
});

describe('prompt=none', () => {
  const silent = (changes: object = {}) => addressOf({ prompt: 'none', ...changes });

  test('login_required without a sign-in', async () => {
    const app = createApp();
    expect(answerOf(await app.open(silent()))).toMatchObject({ error: 'login_required', iss: ssoUrl });
  });

  test('the refusal, without a sign-in, of a request that is not valid', async () => {
    const app = createApp();
    expect(answerOf(await app.open(silent({ response_type: 'token' })))).toMatchObject({
      error: 'unsupported_response_type',
    });
    expect(answerOf(await app.open(silent({ prompt: 'none login' })))).toMatchObject({
      error: 'invalid_request',
      error_description: 'prompt has none beside another value',
    });
  });

  test('leads nobody to a client that anybody may have made', async () => {
    const app = createApp();
    expect(await app.open(silent(stranger))).toMatchObject({ outcome: 'refused', error: 'login_required' });
    await app.getCode();
    expect(await app.open(silent(stranger))).toMatchObject({ outcome: 'refused', error: 'consent_required' });
  });

  test('consent_required before the person has allowed it, and a code after', async () => {
    const app = createApp();
    await app.signIn();
    expect(answerOf(await app.open(silent()))).toMatchObject({ error: 'consent_required' });
    await app.getCode();
    expect(answerOf(await app.open(silent()))).toEqual({
      code: expect.any(String),
      state: 'state of the app',
      iss: ssoUrl,
    });
    expect(answerOf(await app.open(silent({ scope: 'openid email' })))).toMatchObject({
      error: 'consent_required',
    });
  });

  test('consent_required of a public client that any program can be', async () => {
    const app = createApp();
    await app.getCode(addressOf(native));
    expect(answerOf(await app.open(silent(native)))).toMatchObject({ error: 'consent_required' });
  });

  test('login_required once the sign-in is older than max_age', async () => {
    const app = createApp();
    await app.getCode();
    app.clock.advance(61);
    expect(answerOf(await app.open(silent({ max_age: '61' })))).toMatchObject({
      code: expect.any(String),
    });
    expect(answerOf(await app.open(silent({ max_age: '60' })))).toMatchObject({ error: 'login_required' });
  });

  test('temporarily_unavailable while the store of consents is down, at once only to who is known here', async () => {
    const app = createApp();
    await app.getCode();
    const down = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    Object.assign(app.context.consents, { findLive: () => Promise.reject(down) });
    expect(answerOf(await app.open(silent()))).toMatchObject({ error: 'temporarily_unavailable' });
    expect(await app.open(silent(stranger))).toMatchObject({
      outcome: 'refused',
      error: 'temporarily_unavailable',
    });
    expect((await app.browser.get(addressOf())).status).toBe(503);
  });
});

describe('id_token_hint', () => {
  async function createHinted() {
    const app = createApp();
    const { body } = await app.redeem(await app.getCode());
    return { app, hint: (body as Record<string, string>)['id_token'] ?? '' };
  }

  test('of who is signed in changes nothing, however old it is', async () => {
    const { app, hint } = await createHinted();
    app.clock.advance(86_400);
    await app.signIn();
    const led = await app.open(addressOf({ id_token_hint: hint, prompt: 'none' }));
    expect(answerOf(led)).toMatchObject({ code: expect.any(String) });
  });

  test('of another person is login_required', async () => {
    const { app, hint } = await createHinted();
    const other = app.openBrowser();
    const address = addressOf({ id_token_hint: hint });
    const { body } = await other.get(address);
    const form = {
      csrf: (body as Shown).csrf ?? '',
      email: 'other@latchkey.test',
      password: 'correct horse battery',
    };
    const led = (await other.post(address, form)).body as Shown;
    expect(answerOf(led)).toMatchObject({
      error: 'login_required',
      error_description: expect.stringContaining('hint'),
    });
  });

  test('of another client is invalid_request', async () => {
    const { app, hint } = await createHinted();
    const led = await app.open(addressOf({ ...native, id_token_hint: hint }));
    expect(answerOf(led)).toMatchObject({ error: 'invalid_request' });
  });
});

describe('where a request is opened', () => {
  test.each([
    ['a frame', { 'sec-fetch-dest': 'iframe' }],
    ['an image', { 'sec-fetch-dest': 'image' }],
    ['a prefetch', { 'sec-purpose': 'prefetch' }],
    ['a prerender', { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch;prerender' }],
  ])('%s is shown a page, and nothing is looked up', async (_what, headers) => {
    const app = createApp();
    Object.assign(app.context.userApi, { findClient: () => Promise.reject(new Error('was looked up')) });
    expect(await app.open(addressOf(), headers)).toEqual({ outcome: 'waiting' });
  });

  test('a page of another site that leads the window here begins', async () => {
    const app = createApp();
    const led = {
      'sec-fetch-dest': 'document',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
    };
    expect(await app.open(addressOf(), led)).toMatchObject({ outcome: 'login' });
  });

  test('429 as a page beyond the budget of client and network, which others keep', async () => {
    const app = createApp({ settings: { authorizeRequests: { limit: 2, windowMs: 60_000 } } });
    await app.open();
    await app.open();
    const response = await app.browser.get(addressOf(), page);
    expect([response.status, response.headers['location']]).toEqual([429, undefined]);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(await app.open(addressOf(native))).toMatchObject({ outcome: 'login' });
    expect((await app.openBrowser('203.0.113.9').get(addressOf())).status).toBe(200);
    expect(await app.typesOf()).toEqual(['device.throttled']);
  });
});

describe('how the page is left', () => {
  test('303 from a GET', async () => {
    const app = createApp();
    await app.getCode();
    const { status, headers } = await app.browser.get(addressOf(), page);
    expect(status).toBe(303);
    expect(headers['location']).toMatch(
      /^https:\/\/app\.example\.test\/callback\?code=[\w-]{43}&state=state\+of/,
    );
    expect([headers['cache-control'], headers['referrer-policy']]).toEqual(['no-store', 'no-referrer']);
  });

  test('a page that leads on, from a form: the sign-in, and Allow', async () => {
    const app = createApp();
    const { csrf = '' } = await app.open();
    const form = { csrf, email: 'demo@latchkey.test', password: 'correct horse battery' };
    const asked = await app.browser.post(addressOf(), form, page);
    expect([asked.status, asked.headers['refresh']]).toEqual([200, undefined]);
    const shown = await app.open();
    const allowed = await app.browser.post(
      addressOf(),
      { csrf: shown.csrf ?? '', decision: 'approve' },
      page,
    );
    expect([allowed.status, allowed.headers['location']]).toEqual([200, undefined]);
    expect(allowed.headers['refresh']).toMatch(/^0;url=https:\/\/app\.example\.test\/callback\?code=/);
    expect(allowed.text).toContain('href="https://app.example.test/callback?code=');
    expect(allowed.headers['content-security-policy']).toContain("form-action 'self'");
    const { 'cache-control': kept, 'referrer-policy': named } = allowed.headers;
    expect([kept, named]).toEqual(['no-store', 'no-referrer']);
  });

  test('303 to the page for a form of another site, with what it posts', async () => {
    const app = createApp();
    const { search } = new URL(addressOf(), ssoUrl);
    const posted = Object.fromEntries(new URLSearchParams(search));
    const led = await app.browser.post('/authorize', posted, { ...page, origin: 'https://app.example.test' });
    expect(led.status).toBe(303);
    const { pathname, searchParams } = new URL(led.headers['location'] ?? '');
    expect([pathname, Object.fromEntries(searchParams)]).toEqual(['/authorize', posted]);
    const { status, headers } = await app.browser.post(
      addressOf(),
      { decision: 'approve', csrf: 'forged' },
      page,
    );
    expect([status, headers['location']]).toEqual([303, ssoUrl + addressOf()]);
    expect(await app.events()).toEqual([]);
  });

  test('a page that leads to the page for an old form of its own: a redirect could not leave from there', async () => {
    const app = createApp();
    const own = { ...page, 'sec-fetch-site': 'same-origin', origin: 'null' };
    const { status, headers } = await app.browser.post(
      addressOf(),
      { csrf: 'old', decision: 'approve' },
      own,
    );
    expect([status, headers['refresh']]).toEqual([200, `0;url=${ssoUrl}${addressOf()}`]);
  });
});
