import { passInRedis } from '@latchkey/testing';
import { errors } from '../../src/errors.ts';
import { createPage, password } from '../browser.ts';
import { oauthError, realTime, ssoUrl } from '../sso-harness.ts';
import { redis } from '../test-servers.ts';

const badCode = {
  outcome: 'enter',
  ...oauthError(errors.badUserCode),
  csrf: expect.any(String),
  account: null,
};
const usedCode = {
  outcome: 'code_invalid',
  error: badCode.error,
  error_description: badCode.error_description,
};
const request = {
  client_name: 'Demo CLI',
  registered_by: { kind: 'installation', name: null },
  scopes: ['openid', 'email', 'offline_access'],
  audiences: ['https://drop.example.test'],
  ip: '127.0.0.1',
  same_network: false,
  user_agent: 'demo-cli/1.0',
  requested_at: '2026-11-01T12:00:00.000Z',
};
const html = { accept: 'text/html' };

async function createStarted(changes: Parameters<typeof createPage>[0] = {}) {
  const page = createPage(changes);
  const response = await page.post(
    '/device_authorization',
    { client_id: 'demo-cli', scope: 'openid email' },
    { 'user-agent': 'demo-cli/1.0' },
  );
  const device = response.body as { user_code: string; device_code: string };
  const browser = page.openBrowser();
  const stateOf = async () => (await page.find(device.user_code))?.state;
  const poll = () =>
    page.post('/token', {
      grant_type: 'device_code',
      client_id: 'demo-cli',
      device_code: device.device_code,
    });
  return { page, browser, userCode: device.user_code, stateOf, poll };
}

describe('GET /device_login', () => {
  test('200 without a code: an empty form and a cookie for this browser', async () => {
    const { browser } = await createStarted();
    const response = await browser.get('/device_login');
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      outcome: 'enter',
      csrf: expect.any(String),
      user_code: '',
      account: null,
    });
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-latchkey-browser=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    expect(response.text).not.toContain(browser.cookies.get('__Host-latchkey-browser'));
  });

  test('200 with the words of a registered API; while user-api cannot say, with the names themselves', async () => {
    const { page, browser } = await createStarted();
    const demo = page.clients.get('demo-cli')!;
    page.clients.set('demo-cli', { ...demo, scopes: ['payments.read'], audiences: ['https://pay.test'] });
    const asked = { client_id: 'demo-cli', scope: 'payments.read', resource: 'https://pay.test' };
    const { user_code } = (await page.post('/device_authorization', asked)).body as { user_code: string };
    const show = async () => (await browser.get(`/device_login?user_code=${user_code}`, html)).text;
    const scopes = [{ name: 'payments.read', words: { en: 'See your payments' } }];
    page.apis.push({ audience: 'https://pay.test', name: 'Payments', clientId: null, scopes });
    const worded = await show();
    expect(worded).toContain('See your payments');
    expect(worded).toContain('Payments');
    Object.assign(page.context.userApi, { findApis: () => Promise.reject(new Error('down')) });
    const plain = await show();
    expect(plain).toContain('payments.read');
    expect(plain).toContain('pay.test');
  });

  test.each<[string, (code: string) => string]>([
    ['as shown', (code) => code],
    ['in lower case with other signs', (code) => ` ${code.toLowerCase().replace('-', ' – ')} `],
  ])('200 with a live code typed %s: who asks, for what, since when and from where', async (_how, type) => {
    const { page, browser, userCode } = await createStarted();
    const before = await page.find(userCode);
    const response = await browser.get(`/device_login?user_code=${encodeURIComponent(type(userCode))}`);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      outcome: 'enter',
      csrf: expect.any(String),
      user_code: userCode,
      account: null,
      request,
    });
    expect(await page.find(userCode)).toEqual(before);
    expect(await page.typesOf()).toEqual([]);
  });

  test('200 as a document in the language asked for, which its form keeps', async () => {
    const { browser, userCode } = await createStarted();
    const path = `/device_login?user_code=${userCode}&ui_locales=xx%20de`;
    const response = await browser.get(path, { ...html, 'accept-language': 'fr' });
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
      ),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': expect.stringContaining('max-age='),
    });
    expect(response.text).toContain('<html lang="de"');
    expect(response.text).toContain('name="ui_locales" value="de"');
    expect(response.text).toContain('Demo CLI');
    expect(response.text).toContain(new URL(ssoUrl).host);
  });
});

describe('POST /device_login, the first step', () => {
  test('200 with the confirmation: facts, account and a ticket, and nothing is decided', async () => {
    const { browser, userCode, stateOf, page } = await createStarted();
    const response = await browser.signIn({ user_code: userCode, decision: 'continue' });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      outcome: 'confirm',
      csrf: expect.any(String),
      ticket: expect.stringMatching(/^[\w-]{43}$/),
      user_code: userCode,
      account: 'demo@latchkey.test',
      request,
    });
    expect(await stateOf()).toBe('pending');
    expect(page.asked).toEqual([{ email: 'demo@latchkey.test', ip: '198.51.100.7', userAgent: 'Test/1.0' }]);
  });

  test('200 with the confirmation as a document, in the language of the form', async () => {
    const { browser, userCode } = await createStarted();
    const response = await browser.signIn({ user_code: userCode, ui_locales: 'es' }, html);
    expect(response.status).toBe(200);
    expect(response.text).toContain('<html lang="es"');
    expect(response.text).toMatch(/name="ticket" value="[\w-]{43}"/);
    expect(response.text).toMatch(/name="decision" value="deny"[\s\S]+name="decision" value="approve"/);
    expect(response.text).toContain(userCode);
  });

  test.each(['approve', 'deny'])(
    '200 with the confirmation for %s on a page that did not show the client',
    async (decision) => {
      const { browser, userCode, stateOf } = await createStarted();
      const response = await browser.signIn({ user_code: userCode, decision });
      expect(response.body).toMatchObject({ outcome: 'confirm', ticket: expect.any(String) });
      expect(await stateOf()).toBe('pending');
    },
  );

  test('200 with the confirmation for approve when the page showed the client of another code', async () => {
    const { page, browser, userCode, stateOf } = await createStarted();
    const { csrf = '' } = await browser.open((await page.start()).user_code);
    const response = await browser.signIn({ csrf, user_code: userCode, decision: 'approve' });
    expect(response.body).toMatchObject({ outcome: 'confirm' });
    expect(await stateOf()).toBe('pending');
  });

  test.each([
    ['approve', 'approved', 'approved_waiting_pickup'],
    ['deny', 'denied', 'failed'],
  ])('200 for %s at once on a page that showed the client', async (decision, outcome, state) => {
    const { browser, userCode, stateOf } = await createStarted();
    const { csrf = '' } = await browser.open(userCode);
    const response = await browser.signIn({ csrf, user_code: userCode, decision });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ outcome, client_name: 'Demo CLI' });
    expect(await stateOf()).toBe(state);
  });

  test.each([
    ['code', { user_code: '' }, badCode.error, badCode.error_description],
    ['email', { email: ' ' }, 'missing_field', errors.emailMissing.message],
    ['password', { password: '' }, 'missing_field', errors.passwordMissing.message],
  ])('400 without %s', async (_name, missing, error, error_description) => {
    const { page, browser, userCode } = await createStarted();
    const response = await browser.signIn({ user_code: userCode, ...missing });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ outcome: 'enter', error, error_description });
    expect(page.asked).toEqual([]);
  });

  test('200 for a code alone: the page says who asks before it asks for a password', async () => {
    const { page, browser, userCode } = await createStarted();
    const { csrf = '' } = await browser.open();
    const typed = { csrf, user_code: userCode.toLowerCase(), decision: 'continue' };
    const { status, body } = await browser.send('/device_login', typed);
    expect([status, body]).toEqual([
      200,
      { outcome: 'enter', csrf: expect.any(String), user_code: userCode, account: null, request },
    ]);
    const { text } = await browser.send('/device_login', typed, { accept: 'text/html' });
    expect(text).toContain('name="password"');
    expect(text).not.toMatch(/role="alert"|<label for="user_code"/);
    expect(page.asked).toEqual([]);
  });

  test('400 missing_field for a code alone with a decision', async () => {
    const { browser, userCode, stateOf } = await createStarted();
    const { csrf = '' } = await browser.open(userCode);
    const { status, body } = await browser.send('/device_login', {
      csrf,
      user_code: userCode,
      decision: 'approve',
    });
    expect([status, body.error, await stateOf()]).toEqual([400, 'missing_field', 'pending']);
  });

  test('400 with one message for a bad, an expired and a used code, asking user-api nothing', async () => {
    const { page, browser, userCode } = await createStarted();
    const { user_code: used } = await page.start();
    await page.context.devices.deny(
      (await page.find(used))?.deviceCodeHash ?? '',
      'user-1',
      page.clock.now(),
    );
    const { csrf = '' } = await browser.open();
    const answers = [await browser.signIn({ csrf, user_code: 'BBBB-BBBB' })];
    answers.push(await browser.signIn({ csrf, user_code: used }));
    page.clock.advance(600);
    answers.push(await browser.signIn({ csrf, user_code: userCode }));
    const codes = ['BBBB-BBBB', used, userCode];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(answers.map(({ body }) => body)).toEqual(codes.map((user_code) => ({ ...badCode, user_code })));
    expect(page.asked).toEqual([]);
    expect((await page.typesOf()).filter((type) => type === 'device.lookup_failed')).toHaveLength(1);
  });

  test.each<[string, Record<string, string>]>([
    ['an unknown email', { email: 'nobody@latchkey.test' }],
    ['a wrong password', { password: 'wrong' }],
    ['a wrong one-time code', { email: 'totp@latchkey.test', code: '000000' }],
  ])('401 with the same message for %s', async (_what, wrong) => {
    const { browser, userCode } = await createStarted();
    const { csrf = '' } = await browser.open();
    const response = await browser.signIn({ csrf, user_code: userCode, ...wrong });
    expect(response.status).toBe(401);
    expect(response.body).toEqual({
      outcome: 'enter',
      ...oauthError(errors.badCredentials),
      csrf: expect.any(String),
      user_code: userCode,
      account: null,
      request,
    });
    const cookies = [...browser.cookies.keys()];
    expect(cookies).toEqual(['__Host-latchkey-browser']);
  });

  test('401 as a document keeps what was typed and never the password', async () => {
    const { browser, userCode } = await createStarted();
    const form = { user_code: userCode, email: 'me@latchkey.test', password: 'not-this-one', code: '99' };
    const { status, text } = await browser.signIn(form, html);
    expect(status).toBe(401);
    expect(text).toContain('value="me@latchkey.test"');
    expect(text).not.toContain('not-this-one');
    expect(text).not.toContain('<details>');
  });

  test('401 mfa_required when the account has a one-time code, and 200 with it', async () => {
    const { browser, userCode } = await createStarted();
    const email = 'totp@latchkey.test';
    const asked = await browser.signIn({ user_code: userCode, email });
    expect(asked.status).toBe(401);
    expect(asked.body).toMatchObject({
      outcome: 'enter',
      ...oauthError(errors.mfaRequired),
    });
    const given = await browser.signIn({ user_code: userCode, email, code: ' 123456 ' });
    expect(given.body).toMatchObject({ outcome: 'confirm', account: email });
  });

  test.each(['continue', 'approve', 'deny'])(
    '400 to %s a code that another account verified first',
    async (decision) => {
      const { page, browser, userCode, stateOf } = await createStarted();
      const first = await browser.signIn({ user_code: userCode });
      const rival = page.openBrowser();
      const { csrf = '' } = await rival.open(userCode);
      const form = { csrf, user_code: userCode, email: 'other@latchkey.test', decision };
      const refused = await rival.signIn(form);
      expect(refused.status).toBe(400);
      expect(refused.body).toMatchObject({ ...badCode, account: 'other@latchkey.test' });
      expect(await stateOf()).toBe('pending');
      expect((await browser.decide(first, 'approve')).body).toMatchObject({ outcome: 'approved' });
    },
  );

  test('200 with tickets for one account only, when two accounts sign in first at once', async () => {
    const { page, userCode } = await createStarted({ context: realTime });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        page
          .openBrowser()
          .signIn({ user_code: userCode, email: index % 2 ? 'demo@latchkey.test' : 'other@latchkey.test' }),
      ),
    );
    const accounts = answers.filter(({ status }) => status === 200).map(({ body }) => body.account as string);
    expect(accounts).toHaveLength(5);
    expect(new Set(accounts).size).toBe(1);
  });
});

describe('POST /device_login, the second step', () => {
  test('200 approves what the device then picks up', async () => {
    const { page, browser, userCode, stateOf, poll } = await createStarted();
    const response = await browser.decide(await browser.signIn({ user_code: userCode }), 'approve');
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ outcome: 'approved', client_name: 'Demo CLI' });
    expect(await stateOf()).toBe('approved_waiting_pickup');
    expect((await page.find(userCode))?.approval).toEqual({
      userId: 'user-1',
      email: 'demo@latchkey.test',
      approvedFrom: '198.51.100.7',
      amr: ['password'],
      authTime: page.clock.now() / 1000,
      tokensValidAfterMs: 0,
      clientId: 'demo-cli',
      scope: 'openid email offline_access',
      audience: ['https://drop.example.test'],
      approvedAtMs: page.clock.now(),
    });
    expect(await page.typesOf()).toContain('device.approved');
    expect((await poll()).status).toBe(200);
  });

  test.each([
    ['approve', 'device.approved'],
    ['deny', 'device.denied'],
  ] as const)(
    '200 at once for %s, which user-api gets at once and may not answer',
    async (decision, type) => {
      const { page, browser, userCode } = await createStarted();
      const sent = Promise.withResolvers<unknown>();
      page.context.userApi.logEvents = (events) => {
        sent.resolve(events);
        return new Promise(() => undefined);
      };
      expect((await browser.decide(await browser.signIn({ user_code: userCode }), decision)).status).toBe(
        200,
      );
      expect(await sent.promise).toContainEqual(expect.objectContaining({ type, user_id: 'user-1' }));
    },
  );

  test('200 denies, and the device gets access_denied', async () => {
    const { page, browser, userCode, poll } = await createStarted();
    const confirmation = await browser.signIn({ user_code: userCode });
    const response = await browser.decide(confirmation, 'deny', html);
    expect(response.status).toBe(200);
    expect(response.text).toContain('Access denied');
    expect((await poll()).body).toMatchObject({ error: 'access_denied' });
    expect(await page.typesOf()).toContain('device.denied');
  });

  test.each([
    ['approve', 'approved', 'deny', 'approved_waiting_pickup'],
    ['deny', 'denied', 'approve', 'failed'],
  ] as const)(
    '200 for a form that is sent again after %s: what was decided, whatever it says now',
    async (decision, outcome, other, state) => {
      const { page, browser, userCode, stateOf } = await createStarted();
      const confirmation = await browser.signIn({ user_code: userCode });
      const first = await browser.decide(confirmation, decision);
      const happened = page.typesOf();
      for (const again of [decision, other]) {
        const { status, body } = await browser.decide(confirmation, again);
        expect([status, body]).toEqual([200, first.body]);
      }
      const shown = await browser.get(`/device_login?user_code=${userCode}`);
      expect([shown.status, shown.body]).toEqual([200, { outcome, client_name: 'Demo CLI' }]);
      expect([await stateOf(), page.typesOf()]).toEqual([state, happened]);
    },
  );

  test('400 for what another browser sends or looks up after a decision, and for its own after ten minutes', async () => {
    const { page, browser, userCode } = await createStarted();
    const other = page.openBrowser();
    await other.signIn({ user_code: userCode });
    const confirmation = await browser.signIn({ user_code: userCode });
    await browser.decide(confirmation, 'approve');
    const csrf = (await other.open())['csrf'];
    const stolen = { ...confirmation, body: { ...confirmation.body, csrf } } as typeof confirmation;
    const expired = [400, errors.confirmationExpired.message];
    const sent = await other.decide(stolen, 'approve');
    expect([sent.status, sent.body.error_description]).toEqual(expired);
    expect((await other.get(`/device_login?user_code=${userCode}`)).body).toMatchObject({
      error: badCode.error,
    });
    for (const key of await redis.keys('sso:decision:*')) await passInRedis(redis, key, 600);
    const late = await browser.decide(confirmation, 'approve');
    expect([late.status, late.body.error_description]).toEqual(expired);
  });

  test('200 once for 20 approvals with one ticket at once, and the others say no more than that', async () => {
    const { page, browser, userCode } = await createStarted();
    const confirmation = await browser.signIn({ user_code: userCode });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => browser.decide(confirmation, 'approve')),
    );
    const said = new Set(answers.map(({ status, body }) => `${status} ${body.outcome}`));
    expect(said).toContain('200 approved');
    expect([...said].filter((one) => !['200 approved', '400 enter'].includes(one))).toEqual([]);
    expect((await page.typesOf()).filter((type) => type === 'device.approved')).toHaveLength(1);
  });

  test('200 for one of many decisions at once, each with its own ticket; 400 that the code is used for the others', async () => {
    const { page, userCode } = await createStarted({ context: realTime });
    const browsers = Array.from({ length: 10 }, () => page.openBrowser());
    const confirmations = await Promise.all(browsers.map((one) => one.signIn({ user_code: userCode })));
    const answers = await Promise.all(
      browsers.map((one, index) => one.decide(confirmations[index]!, index % 2 ? 'approve' : 'deny')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const lost = answers.filter(({ status }) => status === 400);
    expect(lost).toHaveLength(9);
    expect(lost.map(({ body }) => body)).toEqual(lost.map(() => usedCode));
  });

  test.each<[string, (started: Awaited<ReturnType<typeof createStarted>>) => unknown]>([
    [
      'signed out in another tab',
      async ({ browser }) => {
        const { csrf = '' } = (await browser.get('/logout')).body as Record<string, string>;
        expect((await browser.send('/logout', { csrf })).status).toBe(200);
      },
    ],
    ['got a new password, which ends the session', ({ page }) => page.sessions.clear()],
    ['signed in again in another tab', ({ browser, userCode }) => browser.signIn({ user_code: userCode })],
  ])('400 or 403 for the ticket of a person who has %s, and nothing is decided', async (_what, end) => {
    const started = await createStarted();
    const { page, browser, userCode, stateOf } = started;
    const confirmation = await browser.signIn({ user_code: userCode });
    const kept = new Map(browser.cookies);
    await end(started);
    const answer = await browser.decide(confirmation, 'approve');
    expect([400, 403]).toContain(answer.status);
    // The cookies from before the sign-in do not work either: somebody may have copied them.
    for (const [name, value] of kept) browser.cookies.set(name, value);
    const { status, body } = await browser.decide(confirmation, 'approve');
    expect([status, body.error_description]).toEqual([400, errors.confirmationExpired.message]);
    expect(await stateOf()).toBe('pending');
    expect(await page.typesOf()).not.toContain('device.approved');
  });

  test('403 for a form that was shown before somebody signed on, and the new browser cookie is another', async () => {
    const { browser, userCode } = await createStarted();
    const { csrf = '' } = await browser.open(userCode);
    const before = new Map(browser.cookies);
    const confirmation = await browser.signIn({ csrf, user_code: userCode });
    expect(confirmation.status).toBe(200);
    const cookie = '__Host-latchkey-browser';
    expect(browser.cookies.get(cookie)).not.toBe(before.get(cookie));
    expect((await browser.signIn({ csrf, user_code: userCode })).status).toBe(403);
    expect((await browser.decide(confirmation, 'approve')).status).toBe(200);
  });

  test('400 for a ticket that sso did not make, and device.tampered tells it', async () => {
    const { page, browser, userCode } = await createStarted();
    const confirmation = await browser.signIn({ user_code: userCode });
    page.context.tickets.consume = () => Promise.resolve('tampered');
    const { status, body } = await browser.decide(confirmation, 'approve');
    expect([status, body.error_description]).toEqual([400, errors.confirmationExpired.message]);
    expect((await page.events()).at(-1)).toMatchObject({
      type: 'device.tampered',
      data: { network: '198.51.100.0/24' },
    });
  });

  test('400 for a ticket in another browser, which does not consume it', async () => {
    const { page, browser, userCode } = await createStarted();
    const confirmation = await browser.signIn({ user_code: userCode });
    const thief = page.openBrowser();
    const { csrf = '' } = await thief.open();
    const { ticket } = confirmation.body as { ticket: string };
    const stolen = await thief.send('/device_login', {
      csrf,
      ticket,
      user_code: userCode,
      decision: 'approve',
    });
    expect(stolen.status).toBe(400);
    expect(stolen.body).toMatchObject({ outcome: 'enter', error: 'invalid_value' });
    expect((await browser.decide(confirmation, 'approve')).status).toBe(200);
  });

  test('400 for a ticket whose code has expired', async () => {
    const { page, browser, userCode, stateOf } = await createStarted();
    page.clock.advance(590);
    const confirmation = await browser.signIn({ user_code: userCode });
    page.clock.advance(10);
    const response = await browser.decide(confirmation, 'approve');
    expect(response.status).toBe(400);
    expect(response.body).toEqual(usedCode);
    expect(await stateOf()).toBe('expired');
  });

  test('400 for an invented ticket, and for an unknown decision', async () => {
    const { browser, userCode } = await createStarted();
    const { csrf = '' } = await browser.open();
    const invented = { csrf, user_code: userCode, ticket: 'x'.repeat(43), decision: 'approve' };
    expect((await browser.send('/device_login', invented)).status).toBe(400);
    const none = await browser.send('/device_login', { ...invented, decision: 'maybe' });
    expect(none.status).toBe(400);
    expect(none.body).toMatchObject({ error: 'invalid_request' });
  });
});

describe('POST /device_login without the token of its browser', () => {
  const refused = {
    outcome: 'csrf_mismatch',
    ...oauthError(errors.csrfFailed),
  };

  test('403 without the cookie, without a token, with an invented one and with that of another browser', async () => {
    const { page, browser, userCode, stateOf } = await createStarted();
    const { csrf = '' } = await browser.open(userCode);
    const [id, mac = ''] = csrf.split('.');
    const other = page.openBrowser();
    await other.open();
    const form = { user_code: userCode, email: 'demo@latchkey.test', password, decision: 'approve' };
    const answers = [
      await page.openBrowser().send('/device_login', { ...form, csrf }),
      await browser.send('/device_login', form),
      await browser.send('/device_login', { ...form, csrf: `-${csrf}` }),
      await browser.send('/device_login', { ...form, csrf: `${id}.${mac.slice(1)}` }),
      await browser.send('/device_login', { ...form, csrf: `${mac}.${id}` }),
      await other.send('/device_login', { ...form, csrf }),
    ];
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [403, refused]));
    expect(page.asked).toEqual([]);
    expect(await stateOf()).toBe('pending');
  });
});

test.each([
  ['in one /24', '203.0.113.7', '203.0.113.250', true],
  ['in two /24', '203.0.113.7', '203.0.114.7', false],
  ['in one /64', '2001:db8::1', '2001:db8::ffff', true],
  ['in two /64', '2001:db8:0:1::1', '2001:db8:0:2::1', false],
  ['of two families', '203.0.113.7', '2001:db8::1', false],
  ['of one machine, by both families', '127.0.0.1', '::1', true],
])('200 says whether device and browser are in one network: %s', async (_where, from, at, isSame) => {
  const page = createPage();
  const asked = { client_id: 'demo-cli', scope: 'openid' };
  const { body } = await page.post('/device_authorization', asked, { 'x-forwarded-for': from });
  const { user_code } = body as { user_code: string };
  const shown = await page.openBrowser(at).get(`/device_login?user_code=${user_code}`);
  expect(shown.body).toMatchObject({ request: { ip: from, same_network: isSame } });
});
