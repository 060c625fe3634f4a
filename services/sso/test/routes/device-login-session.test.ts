import { errors } from '../../src/errors.ts';
import { createPage, sessionTokenOf } from '../browser.ts';
import { oauthError } from '../sso-harness.ts';

const sessionCookie = '__Host-latchkey-session';
const browserCookie = '__Host-latchkey-browser';

describe('the browser session', () => {
  test('200 sets its cookie at sign-in, for this host over https alone and as long as the session lives', async () => {
    const page = createPage();
    const { user_code } = await page.start();
    const response = await page.openBrowser().signIn({ user_code });
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(
        new RegExp(`^${browserCookie}=[\\w-]{43}; Max-Age=86400; Path=/; HttpOnly; Secure; SameSite=Lax$`),
      ),
      `${sessionCookie}=${sessionTokenOf(1)}; Max-Age=43200; Path=/; HttpOnly; Secure; SameSite=Lax`,
    ]);
  });

  test('200 over http sets plain cookies', async () => {
    const page = createPage({ settings: { isHttps: false } });
    const { user_code } = await page.start();
    const browser = page.openBrowser();
    const response = await browser.signIn({ user_code });
    expect(response.headers['set-cookie']).toEqual([
      expect.stringMatching(/^latchkey-browser=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/),
      `latchkey-session=${sessionTokenOf(1)}; Max-Age=43200; Path=/; HttpOnly; SameSite=Lax`,
    ]);
    expect([...browser.cookies.keys()]).toEqual(['latchkey-browser', 'latchkey-session']);
  });

  test('200 with a blank email for the account of the session, whose id changes', async () => {
    const page = createPage();
    const browser = page.openBrowser();
    await browser.signIn({ user_code: (await page.start()).user_code });
    const { user_code } = await page.start();
    expect(await browser.open(user_code)).toMatchObject({ account: 'demo@latchkey.test' });
    const response = await browser.signIn({ user_code, email: '' });
    expect(response.body).toMatchObject({ outcome: 'confirm', account: 'demo@latchkey.test' });
    expect(browser.cookies.get(sessionCookie)).toBe(sessionTokenOf(2));
    expect([...page.sessions.keys()]).toEqual([sessionTokenOf(2)]);
  });

  test('400 with a blank password, session or not', async () => {
    const page = createPage();
    const browser = page.openBrowser();
    await browser.signIn({ user_code: (await page.start()).user_code });
    const { user_code } = await page.start();
    const { csrf = '' } = await browser.open(user_code);
    const response = await browser.signIn({ csrf, user_code, email: '', password: '', decision: 'approve' });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject(oauthError(errors.passwordMissing));
    expect((await page.find(user_code))?.state).toBe('pending');
  });

  test('200 for the email of the session, typed in capitals and with a blank before it', async () => {
    const page = createPage();
    const browser = page.openBrowser();
    await browser.signIn({ user_code: (await page.start()).user_code, email: 'jose@latchkey.test' });
    const { user_code } = await page.start();
    const response = await browser.signIn({ user_code, email: ' JOSE@latchkey.test' });
    expect([response.status, response.body.outcome]).toEqual([200, 'confirm']);
  });

  test('400 for the email of another account, which is not even asked about', async () => {
    const page = createPage();
    const browser = page.openBrowser();
    await browser.signIn({ user_code: (await page.start()).user_code });
    const { user_code } = await page.start();
    const response = await browser.signIn({ user_code, email: 'other@latchkey.test' });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      outcome: 'enter',
      ...oauthError(errors.otherAccount),
      account: 'demo@latchkey.test',
    });
    expect(page.asked).toHaveLength(1);
    expect((await page.find(user_code))?.boundUserId).toBeUndefined();
  });

  test('400 with a blank email after the session has ended', async () => {
    const page = createPage();
    const browser = page.openBrowser();
    await browser.signIn({ user_code: (await page.start()).user_code });
    page.sessions.clear();
    const response = await browser.signIn({ user_code: (await page.start()).user_code, email: '' });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ error: 'missing_field', account: null });
  });

  test('200 for a sign-in from elsewhere leaves this session alone', async () => {
    const page = createPage();
    await page.openBrowser().signIn({ user_code: (await page.start()).user_code });
    await page.openBrowser().signIn({ user_code: (await page.start()).user_code });
    expect(page.sessions.size).toBe(2);
  });

  test('200 with no account for a cookie without __Host- over https', async () => {
    const page = createPage();
    const browser = page.openBrowser();
    await browser.signIn({ user_code: (await page.start()).user_code });
    const cookie = `latchkey-session=${browser.cookies.get(sessionCookie)}`;
    const response = await browser.get('/device_login', { cookie });
    expect(response.body).toMatchObject({ account: null });
    expect(browser.cookies.has(browserCookie)).toBe(true);
  });

  test.each(['x'.repeat(46), `rs_${'x'.repeat(42)}`, `rs_${'x'.repeat(44)}`, `rs_${'.'.repeat(43)}`])(
    '200 with no account for the cookie %s, which no session has, asking nobody',
    async (value) => {
      const page = createPage();
      Object.assign(page.context.userApi, { viewRootSession: () => Promise.reject(new Error('asked')) });
      const response = await page.openBrowser().get('/device_login', { cookie: `${sessionCookie}=${value}` });
      expect([response.status, (response.body as { account: unknown }).account]).toEqual([200, null]);
    },
  );
});

describe('503', () => {
  const unavailable = { code: 'upstream_unavailable', message: 'user-api is not available' } as const;

  test('while user-api is down, with Retry-After, in the words of OAuth, and nothing is decided', async () => {
    const { ApiError } = await import('@latchkey/contracts');
    const page = createPage({
      context: { checkPassword: () => Promise.reject(new ApiError(unavailable)) },
    });
    const { user_code } = await page.start();
    const browser = page.openBrowser();
    const { csrf = '' } = await browser.open(user_code);
    const response = await browser.signIn({ csrf, user_code, decision: 'approve' });
    expect(response.status).toBe(503);
    expect(response.headers['retry-after']).toBe('2');
    expect(response.body).toEqual({
      error: 'temporarily_unavailable',
      error_description: 'user-api is not available',
    });
    const document = await browser.signIn({ csrf, user_code }, { accept: 'text/html' });
    expect(document.status).toBe(503);
    expect(document.text).toContain('not available right now');
    expect((await page.find(user_code))?.state).toBe('pending');
    expect((await page.find(user_code))?.wrongPasswords).toBe(0);
  });
});
