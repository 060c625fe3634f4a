import { createPlaceRule } from '../../src/oauth/token/place-rule.ts';
import { addressOf, answerOf, createApp, native, stranger, type Shown } from '../app.ts';
import { password } from '../browser.ts';
import { demoStanding, ssoUrl } from '../sso-harness.ts';

const page = { accept: 'text/html' };

describe('the sign-in', () => {
  test('401 for a wrong password, and the right one goes on in the same form', async () => {
    const app = createApp();
    const { csrf = '' } = await app.open();
    const form = { csrf, email: 'demo@latchkey.test', password: 'wrong' };
    const { status, body } = await app.browser.post(addressOf(), form);
    expect([status, (body as Shown).outcome]).toEqual([401, 'login']);
    const shown = await app.browser.post(addressOf(), form, page);
    expect([shown.status, shown.text.includes('role="alert"')]).toEqual([401, true]);
    expect(await app.submit(addressOf(), { ...form, password })).toMatchObject({ outcome: 'ask' });
  });

  test('replaces a temporary password on the way', async () => {
    const app = createApp();
    const chosen = await app.signIn(addressOf(), { email: 'given@latchkey.test' });
    expect(chosen).toMatchObject({ outcome: 'choose_password' });
    const { csrf = '', sealed_credentials } = chosen;
    const [first, again] = ['a new long password', 'a new long password'];
    const form = { csrf, sealed_credentials: String(sealed_credentials), new_password: first };
    expect(await app.submit(addressOf(), { ...form, new_password_again: again })).toMatchObject({
      outcome: 'ask',
    });
  });

  test('its forms post to the address of the request, so that each tab keeps its own', async () => {
    const app = createApp();
    const address = addressOf({ state: `a'"<x` });
    const { text } = await app.browser.get(address, page);
    const [, action = ''] = /<form method="post" action="([^"]*)"/.exec(text) ?? [];
    const read = (query: string) => [...new URLSearchParams(new URL(query, ssoUrl).search)];
    expect(read(action.replaceAll('&amp;', '&').replaceAll('&#39;', `'`))).toEqual(read(address));
    expect(text).not.toContain('<x');
  });

  test('fills the address of login_hint in, and shows a page in the language of ui_locales', async () => {
    const { text } = await createApp().browser.get(
      addressOf({ login_hint: 'a@b.test', ui_locales: 'de' }),
      page,
    );
    expect(text).toContain('value="a@b.test"');
    expect(text).toContain('<html lang="de"');
  });

  test('the second of two tabs needs no sign-in, and each leads back to its own request', async () => {
    const app = createApp();
    const [one, two] = [addressOf({ state: 'one' }), addressOf({ state: 'two' })];
    await app.open(two);
    const first = await app.answer(one, 'approve', await app.signIn(one));
    expect(answerOf(first)).toMatchObject({ state: 'one' });
    expect(answerOf(await app.open(two))).toMatchObject({ state: 'two' });
  });

  test('stores nothing before the decision', async () => {
    const app = createApp();
    const { createApproved } = app.context.devices;
    Object.assign(app.context.devices, { createApproved: () => Promise.reject(new Error('was stored')) });
    expect(await app.signIn()).toMatchObject({ outcome: 'ask' });
    Object.assign(app.context.devices, { createApproved });
    expect(await app.events()).toEqual([]);
  });
});

describe('another sign-in', () => {
  test.each([
    ['prompt=login', { prompt: 'login' }],
    ['prompt=select_account', { prompt: 'select_account' }],
    ['max_age=0', { max_age: '0' }],
  ])('%s asks for the password each time, and once is enough', async (_what, changes) => {
    const app = createApp();
    await app.getCode();
    app.clock.advance(2);
    const address = addressOf(changes);
    expect(await app.open(address)).toMatchObject({ outcome: 'login', account: 'demo@latchkey.test' });
    expect(answerOf(await app.signIn(address))).toMatchObject({ code: expect.any(String) });
    app.clock.advance(2);
    expect(await app.open(address)).toMatchObject({ outcome: 'login' });
  });

  test.each([{ prompt: 'login' }, { max_age: '0' }])(
    '%j with the question after it: Allow needs no third sign-in',
    async (changes) => {
      const app = createApp();
      const address = addressOf(changes);
      const asked = await app.signIn(address);
      expect(asked).toMatchObject({ outcome: 'ask' });
      app.clock.advance(5);
      expect(answerOf(await app.answer(address, 'approve', asked))).toMatchObject({
        code: expect.any(String),
      });
    },
  );

  test('the auth_time of the id_token is that of the last sign-in', async () => {
    const app = createApp();
    await app.getCode();
    app.clock.advance(100);
    const address = addressOf({ prompt: 'login' });
    const { code = '' } = answerOf(await app.signIn(address));
    const { body } = await app.redeem(code);
    const claims = JSON.parse(
      Buffer.from(String((body as Shown)['id_token']).split('.')[1] ?? '', 'base64url').toString(),
    ) as Record<string, unknown>;
    expect(claims['auth_time']).toBe(app.clock.now() / 1000);
  });

  test.each([
    ['the audience drop', { aud: 'https://drop.example.test' }, []],
    ['the scope account', { scope: 'openid account', aud: 'https://api.example.test' }, ['account']],
  ])('for %s of a client that anybody may have made, after 5 minutes', async (_what, changes, scopes) => {
    const app = createApp();
    for (const name of ['demo-web', 'strange-web']) {
      app.changeClient(name, (client) => ({ scopes: [...client.scopes, ...scopes] }));
    }
    await app.signIn();
    app.clock.advance(301);
    expect(await app.open(addressOf({ ...stranger, ...changes }))).toMatchObject({ outcome: 'login' });
    expect(await app.open(addressOf(changes))).toMatchObject({ outcome: 'ask' });
  });

  test('an answer to a question that was open for more than these 5 minutes asks for the password first', async () => {
    const app = createApp();
    const address = addressOf(stranger);
    const asked = await app.signIn(address);
    app.clock.advance(301);
    expect(await app.answer(address, 'approve', asked)).toMatchObject({ outcome: 'login' });
    expect(await app.signIn(address)).toMatchObject({ outcome: 'ask' });
  });

  test('by another account than the one that is signed in is refused; the page signs out first', async () => {
    const app = createApp();
    const asked = await app.signIn();
    const other = await app.submit(addressOf(), { csrf: asked.csrf ?? '', decision: 'other_account' });
    expect(other).toMatchObject({ outcome: 'login', account: null });
    expect(app.sessions.size).toBe(0);
    const form = { csrf: other.csrf ?? '', email: 'other@latchkey.test', password };
    expect(await app.submit(addressOf(), form)).toMatchObject({
      outcome: 'ask',
      account: 'other@latchkey.test',
    });
    const hinted = addressOf({ login_hint: 'other@latchkey.test' });
    const again = { csrf: (await app.open(hinted)).csrf ?? '', decision: 'other_account' };
    const { text } = await app.browser.post(hinted, again, page);
    expect(text).not.toContain('value="other@latchkey.test"');
  });

  test('ends the session before it, and every open form', async () => {
    const app = createApp();
    const asked = await app.signIn();
    await app.signIn(addressOf({ prompt: 'login' }));
    expect(app.sessions.size).toBe(1);
    const led = await app.browser.post(addressOf(), { csrf: asked.csrf ?? '', decision: 'approve' }, page);
    expect(led.status).toBe(303);
    expect(await app.events()).toEqual([]);
  });
});

describe('the question', () => {
  test('has no control with an id or focus, and answers that look alike', async () => {
    const app = createApp();
    await app.signIn();
    const { text } = await app.browser.get(addressOf(), page);
    expect(text).toContain('class="choices late"');
    expect(text).not.toMatch(/<(button|input)[^>]*\b(id|autofocus)\b/);
    expect(text.indexOf('value="deny"')).toBeLessThan(text.indexOf('value="approve"'));
    expect(text).toContain('app.example.test');
  });

  test.each([
    ['the same again', {}, 'leaving'],
    ['less', { scope: 'openid' }, 'leaving'],
    ['another scope', { scope: 'openid email profile' }, 'ask'],
    ['another audience', { aud: 'https://api.example.test' }, 'ask'],
    ['prompt=consent', { prompt: 'consent' }, 'ask'],
  ])('of %s after it was allowed: %s %s', async (_what, changes, outcome) => {
    const app = createApp();
    await app.getCode(addressOf({ scope: 'openid email' }));
    expect(await app.open(addressOf({ scope: 'openid email', ...changes }))).toMatchObject({ outcome });
  });

  test('an approval adds to what was allowed before, and takes nothing away', async () => {
    const app = createApp();
    await app.getCode(addressOf({ scope: 'openid email' }));
    app.clock.advance(1);
    await app.getCode(addressOf({ scope: 'openid profile', aud: 'https://api.example.test' }));
    const all = {
      scope: 'openid profile email',
      aud: ['https://api.example.test', 'https://drop.example.test'],
    };
    expect(await app.open(addressOf(all))).toMatchObject({ outcome: 'leaving' });
  });

  test('is asked each time of a public client at loopback, not of one at https', async () => {
    const app = createApp();
    await app.getCode(addressOf(native));
    expect(await app.open(addressOf(native))).toMatchObject({ outcome: 'ask' });
    app.changeClient('demo-native', { redirectUris: ['https://spa.example.test/'] });
    const spa = addressOf({ client_id: 'demo-native', redirect_uri: 'https://spa.example.test/' });
    expect(await app.open(spa)).toMatchObject({ outcome: 'leaving' });
  });

  test('an answer to another request, or in another sign-in, decides nothing', async () => {
    const app = createApp();
    const asked = await app.signIn(addressOf({ state: 'one' }));
    expect(await app.answer(addressOf({ state: 'two' }), 'approve', asked)).toMatchObject({ outcome: 'ask' });
    expect(await app.answer(addressOf({ state: 'two' }), 'deny', asked)).toMatchObject({ outcome: 'ask' });
    expect(await app.events()).toEqual([]);
  });

  test.each([
    ['its default scopes', { defaultScopes: ['openid', 'email'] }],
    ['its default audiences', { defaultAudiences: ['https://api.example.test'] }],
    ['its name', { name: 'Another name' }],
  ])('an answer decides nothing where the client has changed %s since', async (_what, changes) => {
    const app = createApp();
    const address = addressOf({ scope: undefined });
    const asked = await app.signIn(address);
    const client = app.clients.get('demo-web');
    if (client !== undefined) app.clients.set('demo-web', { ...client, ...changes });
    expect(await app.answer(address, 'approve', asked)).toMatchObject({ outcome: 'ask' });
    expect(await app.events()).toEqual([]);
  });

  test('Deny is a page with the way back, also for a client of the installation', async () => {
    const app = createApp();
    const shown = await app.answer(addressOf(), 'deny', await app.signIn());
    expect(shown).toMatchObject({ outcome: 'refused', error: 'access_denied' });
    expect(answerOf(shown)).toMatchObject({ error: 'access_denied', state: 'state of the app', iss: ssoUrl });
    expect(await app.events()).toEqual([]);
  });

  test('the sign-in again for an account that was disabled since, and nothing is given', async () => {
    const app = createApp();
    const asked = await app.signIn();
    app.standings.set('user-1', { ...demoStanding, isActive: false });
    expect(await app.answer(addressOf(), 'approve', asked)).toMatchObject({ outcome: 'login' });
    expect(await app.events()).toEqual([]);
  });

  test.each([
    ['is not asked', {}],
    ['has just allowed it', { prompt: 'consent' }],
  ])('no code by a consent that ends while the code is made, where the person %s', async (_what, changes) => {
    const app = createApp();
    await app.getCode();
    const address = addressOf(changes);
    const asked = await app.open(address);
    app.clock.advance(1);
    const { createApproved } = app.context.devices;
    Object.assign(app.context.devices, {
      async createApproved(...made: Parameters<typeof createApproved>) {
        await app.context.consents.revoke('user-1', 'demo-web', app.clock.now());
        return createApproved(...made);
      },
    });
    const isAsked = asked.outcome === 'ask';
    const shown = isAsked ? await app.answer(address, 'approve', asked) : await app.open(address);
    expect(shown).toMatchObject({ outcome: 'login' });
    expect(await app.context.consents.findLive('user-1', 'demo-web')).toBeUndefined();
    expect((await app.events()).at(-1)).toMatchObject({ type: 'device.denied', data: { reason: 'revoked' } });
  });

  test('503 while the row cannot be written, and the same form works afterwards', async () => {
    const app = createApp();
    const asked = await app.signIn();
    const { recordVerified } = app.context.history;
    const down = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    Object.assign(app.context.history, { recordVerified: () => Promise.reject(down) });
    const form = { csrf: asked.csrf ?? '', decision: 'approve' };
    expect((await app.browser.post(addressOf(), form)).status).toBe(503);
    Object.assign(app.context.history, { recordVerified });
    expect(answerOf(await app.submit(addressOf(), form))).toMatchObject({ code: expect.any(String) });
  });
});

describe('admin', () => {
  async function createOperator(changes: Parameters<typeof createApp>[0] = {}) {
    const app = createApp(changes);
    for (const name of ['demo-web', 'demo-native']) {
      app.changeClient(name, ({ scopes }) => ({ scopes: [...scopes, 'admin'] }));
    }
    app.standings.set('user-3', {
      ...demoStanding,
      userId: 'user-3',
      email: 'totp@latchkey.test',
      kind: 'admin',
    });
    const operator = { email: 'totp@latchkey.test', code: '123456' };
    const address = addressOf({ scope: 'openid admin' });
    return { app, operator, address };
  }

  test('is asked each time, and lasts for one access token', async () => {
    const { app, operator, address } = await createOperator();
    const asked = await app.signIn(address, operator);
    expect(asked).toMatchObject({ outcome: 'ask' });
    const { code = '' } = answerOf(await app.answer(address, 'approve', asked));
    const { body } = await app.redeem(code);
    expect(body).toMatchObject({ scope: 'openid admin', expires_in: 600 });
    expect(await app.open(address)).toMatchObject({ outcome: 'ask' });
    expect(await app.typesOf()).toContain('admin.granted');
  });

  test('needs a sign-in of at most 5 minutes', async () => {
    const { app, operator, address } = await createOperator();
    await app.signIn(addressOf(), operator);
    app.clock.advance(301);
    expect(await app.open(address)).toMatchObject({ outcome: 'login' });
  });

  test.each([
    ['no operator', {}, false, 'not_operator'],
    ['OPERATOR_DEVICE=off', { settings: { refusePlace: () => 'device_off' as const } }, true, 'device_off'],
  ])('is left out for %s, and the page says why', async (_what, changes, isOperator, reason) => {
    const { app, operator, address } = await createOperator(changes);
    const asked = await app.signIn(address, isOperator ? operator : {});
    expect(asked).toMatchObject({ outcome: 'ask', admin_refused: reason });
    const { code = '' } = answerOf(await app.answer(address, 'approve', asked));
    expect((await app.redeem(code)).body).toMatchObject({ scope: 'openid' });
    expect((await app.events())[0]).toMatchObject({ type: 'admin.refused', data: { reason } });
  });

  test.each([
    ['a public client in another network: refused', native, '203.0.113.9', 'openid'],
    ['a public client in the network of the browser', native, '198.51.100.8', 'openid admin'],
    ['a confidential client in another network', {}, '203.0.113.9', 'openid admin'],
  ])('redeemed by %s', async (_what, client, address, scope) => {
    const refusePlace = createPlaceRule('same_network', '');
    const { app, operator } = await createOperator({ settings: { refusePlace } });
    const asks = addressOf({ ...client, scope: 'openid admin' });
    const { code = '' } = answerOf(await app.answer(asks, 'approve', await app.signIn(asks, operator)));
    const form = { ...client, code } as Record<string, string>;
    const { body } = await app.redeem(code, form, { 'x-forwarded-for': address });
    expect(body).toMatchObject({ scope });
  });
});

describe('/signup and /reset', () => {
  const aside = async (decision: string, address = addressOf()) => {
    const app = createApp({ settings: { signUp: 'open' } });
    const { csrf = '' } = await app.open(address);
    const led = await app.browser.post(address, { csrf, decision, email: 'new@latchkey.test' }, page);
    return { app, led };
  };

  test.each(['signup', 'reset'])('%s keeps the request in a cookie of the browser', async (decision) => {
    const { app, led } = await aside(decision);
    expect([led.status, led.headers['location']]).toEqual([
      303,
      expect.stringContaining(`/${decision}?shown=`),
    ]);
    expect(app.browser.cookies.get('__Host-latchkey-query')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]{43}$/);
    // Whoever signs in at /login then is led on to the request, by a page between.
    const { status, headers } = await app.browser.logIn({}, page);
    expect([status, headers['refresh']]).toEqual([200, `0;url=${ssoUrl}${addressOf()}`]);
    expect(app.browser.cookies.has('__Host-latchkey-query')).toBe(false);
  });

  test('a request that is too long for it leads to a page that says to go back to the app', async () => {
    const { app } = await aside('signup', addressOf({ state: 's'.repeat(3_000) }));
    expect(app.browser.cookies.has('__Host-latchkey-query')).toBe(false);
    const { headers } = await app.browser.logIn({}, page);
    expect(headers['refresh']).toBe(`0;url=${ssoUrl}/authorize`);
    const { status, text } = await app.browser.get('/authorize', page);
    expect(status).toBe(400);
    expect(text).toContain('Go back to the app');
  });
});
