import { doorCalls } from '@latchkey/contracts';
import {
  blank,
  createDoors,
  data,
  email,
  html,
  newPassword,
  openLink,
  refusal,
  signIn,
  tokenOf,
  type Browser,
} from '../doors.ts';
import { ssoUrl } from '../sso-harness.ts';

const csrfOf = async (browser: Browser, path: string) => (await browser.get(path)).body.csrf as string;
const ask = async (browser: Browser, path: string, typed: string, headers = {}) =>
  browser.send(path, { csrf: await csrfOf(browser, path), act: 'ask', email: typed }, headers);
const cookie = (purpose: string) => `__Host-latchkey-link-${purpose}`;
const passwords = { new_password: newPassword, new_password_again: newPassword };
const making = { act: 'sign_up', email: blank.email, name: 'Ada', ...passwords };

describe.each(['/signup', '/reset'])('%s without a link', (path) => {
  const purpose = path === '/signup' ? 'sign_up' : 'reset';

  test('200 a form, and GET asks user-api nothing', async () => {
    const { openBrowser, asked } = createDoors();
    const { status, body } = await openBrowser().get(path);
    expect([status, body.outcome, asked]).toEqual([200, 'ask', []]);
  });

  test('200 asks user-api for a link, in the language of the page', async () => {
    const { openBrowser, asked } = createDoors();
    const browser = openBrowser();
    const form = {
      csrf: await csrfOf(browser, path),
      act: 'ask',
      email: ' ada@latchkey.test ',
      ui_locales: 'ja',
    };
    const { status, body } = await browser.send(path, form);
    expect([status, body.outcome, body.email]).toEqual([200, 'sent', 'ada@latchkey.test']);
    const person = { email: 'ada@latchkey.test', ip: '198.51.100.7', user_agent: 'Test/1.0' };
    expect(asked).toEqual([
      [doorCalls.requestLink.path, { purpose, may_sign_up: true, locale: 'ja', ...person }],
    ]);
  });

  test('200 the same bytes for every address, but for the address', async () => {
    const { openBrowser } = createDoors();
    const texts = [];
    for (const typed of [email, 'nobody@latchkey.test']) {
      const { text, status } = await ask(openBrowser(), path, typed, html);
      texts.push([status, text.replaceAll(typed, '')]);
    }
    expect(texts[0]).toEqual(texts[1]);
  });

  test('200 says that this installation sends no mail', async () => {
    const { openBrowser } = createDoors({ answers: { [doorCalls.requestLink.path]: data({ mail: 'off' }) } });
    expect((await ask(openBrowser(), path, email)).body).toEqual({ outcome: 'no_mail', door: path.slice(1) });
  });

  test('429 with the wait, in words', async () => {
    const throttled = refusal('throttled', { retryAfterSeconds: 431 });
    const { openBrowser } = createDoors({ answers: { [doorCalls.requestLink.path]: throttled } });
    const { status, headers, text } = await ask(openBrowser(), path, email, html);
    expect([status, headers['retry-after']]).toEqual([429, '431']);
    expect(text).toContain('You can ask for one again in 8 minutes.');
    for (const next of [path, '/login']) expect(text).toContain(`href="${next}?ui_locales=en"`);
  });

  test.each([
    ['', 'missing_field', 'email_missing'],
    ['no address', 'invalid_value', 'email_invalid'],
  ])('400 for %j, which is shown again', async (typed, error, problem) => {
    const answers = { [doorCalls.requestLink.path]: refusal('invalid_value', { field: 'email' }) };
    const { body, status } = await ask(createDoors({ answers }).openBrowser(), path, typed);
    expect([status, body.error, body.problem, body.email]).toEqual([400, error, problem, typed]);
  });

  test.each([
    ['of no browser', {}, { csrf: 'forged' }],
    ['of another origin', { origin: 'https://evil.test' }, {}],
    ['of another site', { 'sec-fetch-site': 'cross-site' }, {}],
  ])('403 for a form %s, and nothing is asked', async (_of, headers, changes) => {
    const { openBrowser, asked } = createDoors();
    const browser = openBrowser();
    const form = { csrf: await csrfOf(browser, path), act: 'ask', email, ...changes };
    const { status, body } = await browser.send(path, form, headers);
    expect([status, body.error, asked]).toEqual([403, 'csrf_failed', []]);
  });

  test('503 while user-api cannot be reached, and the page leads back to itself', async () => {
    const { openBrowser, down } = createDoors();
    const browser = openBrowser();
    down.is = true;
    const { status, text, headers } = await ask(browser, path, email, html);
    expect([status, headers['set-cookie']]).toEqual([503, undefined]);
    expect(text).toContain(`href="${path}?ui_locales=en"`);
  });
});

describe('SIGNUP', () => {
  test.each(['invited', 'off'] as const)(
    '%s: 200 says so without a form, and no link is asked for',
    async (signUp) => {
      const { openBrowser, asked } = createDoors({ settings: { signUp } });
      const browser = openBrowser();
      const { status, text } = await browser.get('/signup', html);
      expect([status, text.includes('<form')]).toEqual([200, false]);
      const csrf = await csrfOf(browser, '/login');
      const sent = await browser.send('/signup', { csrf, act: 'ask', email });
      expect([sent.status, sent.body.outcome, sent.body.error, asked]).toEqual([
        403,
        'closed',
        'forbidden',
        [],
      ]);
    },
  );

  test.each([
    ['invited', '/signup', 'closed'],
    ['off', '/signup', 'closed'],
    ['off', '/invitation', 'closed'],
    ['invited', '/invitation', 'sign_up'],
  ] as const)('%s: a link at %s is %s', async (signUp, path, outcome) => {
    const purpose = path === '/signup' ? 'sign_up' : 'invitation';
    const doors = createDoors({ settings: { signUp }, links: { a: { purpose } } });
    expect((await openLink(doors.openBrowser(), path, 'a'))['outcome']).toBe(outcome);
  });

  test('off while the form is open: nothing is made', async () => {
    const links = { a: {} };
    const doors = createDoors({ links });
    const browser = doors.openBrowser();
    const { csrf = '' } = await openLink(browser, '/signup', 'a');
    Object.assign(doors.context.settings, { signUp: 'off' });
    const { body } = await browser.send('/signup', { csrf, ...making });
    expect([body.outcome, doors.open.size]).toEqual(['closed', 1]);
  });

  test.each(['open', 'invited', 'off'] as const)(
    '%s: the sign-in and the approval page offer a new password, and an account only where it is open',
    async (signUp) => {
      const { openBrowser, start } = createDoors({ settings: { signUp } });
      const browser = openBrowser();
      const { user_code } = await start();
      const form = { csrf: await csrfOf(browser, '/device_login'), user_code };
      const pages = [await browser.get('/login', html), await browser.send('/device_login', form, html)];
      for (const { text } of pages)
        expect([text.includes('Forgot your password?'), text.includes('Create an account')]).toEqual([
          true,
          signUp === 'open',
        ]);
    },
  );
});

describe('a link', () => {
  test('303 from its address to the bare page, with a cookie, and spends nothing', async () => {
    const { openBrowser, asked, open, logged } = createDoors({ links: { a: {} } });
    const browser = openBrowser();
    const { status, headers } = await browser.get(`/signup?link=${tokenOf('a')}&ui_locales=de`, html);
    expect([status, headers['location']]).toEqual([303, `${ssoUrl}/signup?ui_locales=de`]);
    expect(headers['set-cookie']).toEqual([
      `${cookie('sign_up')}=${tokenOf('a')}; Max-Age=900; Path=/; HttpOnly; Secure; SameSite=Lax`,
    ]);
    expect([asked, open.size]).toEqual([[], 1]);
    const shown = await browser.get('/signup', html);
    expect(shown.text).toContain(blank.email);
    expect(logged.join('')).not.toContain(tokenOf('a'));
    expect(shown.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
  });

  test.each([
    ['a prefetch', { 'sec-purpose': 'prefetch' }],
    ['an image of another page', { 'sec-fetch-dest': 'image' }],
    [
      'a page of another site that leads here',
      { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' },
    ],
  ])('200 no cookie for %s, only a button, without the token', async (_what, headers) => {
    const { openBrowser } = createDoors({ links: { a: {} } });
    const answer = await openBrowser().get(`/signup?link=${tokenOf('a')}`, { ...html, ...headers });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined]);
    expect(answer.text).toContain('<a class="restart" href="">');
    expect(answer.text).not.toContain(tokenOf('a'));
  });

  test('200 no cookie for HEAD', async () => {
    const { agent } = createDoors({ links: { a: {} } });
    const answer = await agent.head(`/signup?link=${tokenOf('a')}`);
    expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined]);
  });

  test('303 for a person who comes from a page of mail', async () => {
    const { openBrowser } = createDoors({ links: { a: {} } });
    const clicked = { 'sec-fetch-site': 'cross-site', 'sec-fetch-user': '?1', 'sec-fetch-dest': 'document' };
    expect((await openBrowser().get(`/signup?link=${tokenOf('a')}`, { ...html, ...clicked })).status).toBe(
      303,
    );
  });

  test.each([
    ['unknown', 'x', {}],
    ['of another purpose', 'a', { a: { purpose: 'reset' } }],
  ] as const)(
    '404 for one that is %s: the page offers a new one and forgets it',
    async (_what, name, links) => {
      const { openBrowser } = createDoors({ links });
      const browser = openBrowser();
      await browser.get(`/signup?link=${tokenOf(name)}`);
      const { status, body } = await browser.get('/signup');
      expect([status, body.error, body.outcome, typeof body.csrf]).toEqual([
        404,
        'not_found',
        'ended',
        'string',
      ]);
      expect(browser.cookies.has(cookie('sign_up'))).toBe(false);
      expect((await browser.get('/signup')).body.outcome).toBe('ask');
    },
  );

  test.each(['x', 'a b', 'a'.repeat(257), '<script>', 'é'.repeat(20)])(
    '404 for %j, which is no token: no cookie is set',
    async (token) => {
      const { openBrowser, asked } = createDoors();
      const answer = await openBrowser().get(`/invitation?link=${encodeURIComponent(token)}`, html);
      expect([answer.status, asked]).toEqual([404, []]);
      expect(String(answer.headers['set-cookie'])).not.toContain('Max-Age=900');
      expect(answer.text).not.toContain('<script');
    },
  );

  test('400 for two', async () => {
    expect((await createDoors().openBrowser().get('/signup?link=a&link=b')).status).toBe(400);
  });

  test('a cookie of one page is nothing at another', async () => {
    const { openBrowser, asked } = createDoors({ links: { a: {} } });
    const browser = openBrowser();
    await browser.get(`/signup?link=${tokenOf('a')}`);
    expect((await browser.get('/invitation')).body.outcome).toBe('no_link');
    expect((await browser.get('/reset')).body.outcome).toBe('ask');
    expect(asked).toEqual([]);
  });

  test('403 for a form of one link when another was opened since: neither is used', async () => {
    const { openBrowser, open } = createDoors({ links: { a: {}, b: { email: 'bob@latchkey.test' } } });
    const browser = openBrowser();
    const { csrf = '' } = await openLink(browser, '/signup', 'a');
    await openLink(browser, '/signup', 'b');
    const { status, body } = await browser.send('/signup', { csrf, ...making });
    expect([status, body.error, open.size]).toEqual([403, 'csrf_failed', 2]);
  });

  test('404 for a form whose link this browser no longer holds', async () => {
    const { openBrowser, open } = createDoors({ links: { a: {} } });
    const browser = openBrowser();
    const { csrf = '' } = await openLink(browser, '/signup', 'a');
    browser.cookies.delete(cookie('sign_up'));
    const { status, body } = await browser.send('/signup', { csrf, ...making });
    expect([status, body.outcome, open.size]).toEqual([404, 'no_link', 1]);
  });

  test('503 while user-api cannot be reached: the link stays, and the same form works later', async () => {
    const { openBrowser, down, open, sessions } = createDoors({ links: { a: {} } });
    const browser = openBrowser();
    const { csrf = '' } = await openLink(browser, '/signup', 'a');
    down.is = true;
    expect((await browser.send('/signup', { csrf, ...making })).status).toBe(503);
    expect((await browser.get('/signup')).status).toBe(503);
    expect([open.size, sessions.size, browser.cookies.has(cookie('sign_up'))]).toEqual([1, 0, true]);
    down.is = false;
    expect((await browser.send('/signup', { csrf, ...making })).body.outcome).toBe('signed_up');
  });

  test('200 asks to sign out first where somebody else is signed in, and comes back', async () => {
    const doors = createDoors({ links: { a: {} } });
    const browser = await signIn(doors);
    const shown = await openLink(browser, '/signup', 'a');
    expect(shown).toMatchObject({ outcome: 'other_account', account: email, email: blank.email });
    const { csrf = '' } = shown;
    expect((await browser.send('/signup', { csrf, ...making })).status).toBe(403);
    expect(doors.open.size).toBe(1);
    const left = await browser.send('/logout', { csrf, next: 'signup' }, html);
    expect([left.status, left.headers['location']]).toEqual([303, `${ssoUrl}/signup`]);
    expect((await browser.get('/signup')).body.outcome).toBe('sign_up');
  });
});
