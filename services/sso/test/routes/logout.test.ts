import { ApiError } from '@latchkey/contracts';
import { createPage } from '../browser.ts';

const html = { accept: 'text/html' };
const signedOut = { outcome: 'signed_out', account: null };
const cleared = ['session', 'browser'].map(
  (name) => `__Host-latchkey-${name}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`,
);

async function createSignedIn(changes: Parameters<typeof createPage>[0] = {}) {
  const page = createPage(changes);
  const browser = page.openBrowser();
  const { user_code: userCode } = await page.start();
  const confirmation = await browser.signIn({ user_code: userCode });
  const { csrf = '' } = await browser.open();
  return { page, browser, userCode, confirmation, csrf };
}

describe.each(['/session', '/logout'])('GET %s', (path) => {
  test('200 says who is signed in, and ends nothing', async () => {
    const { page, browser } = await createSignedIn();
    const response = await browser.get(path);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      outcome: 'signed_in',
      csrf: expect.any(String),
      account: 'demo@latchkey.test',
      user_id: 'user-1',
      amr: ['password'],
      auth_time: page.clock.now() / 1000,
    });
    expect(page.sessions.size).toBe(1);
  });

  test('200 says that nobody is signed in', async () => {
    const response = await createPage().openBrowser().get(path);
    expect(response.status).toBe(200);
    expect(response.body).toEqual(signedOut);
  });

  test('200 as a document in the language asked for, with the way out', async () => {
    const { browser } = await createSignedIn();
    const response = await browser.get(`${path}?ui_locales=de`, html);
    expect(response.text).toContain('<html lang="de"');
    expect(response.text).toContain('<form method="post" action="/logout">');
    expect(response.text).toContain('Abmelden');
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
  });
});

describe('POST /logout', () => {
  test('200 ends the session at user-api and clears both cookies', async () => {
    const { page, browser, csrf } = await createSignedIn();
    const response = await browser.send('/logout', { csrf });
    expect(response.status).toBe(200);
    expect(response.body).toEqual(signedOut);
    expect(response.headers['set-cookie']).toEqual(cleared);
    expect(page.sessions.size).toBe(0);
    expect((await browser.get('/session')).body).toEqual(signedOut);
  });

  test('303 to the page that says so', async () => {
    const { browser, csrf } = await createSignedIn();
    const response = await browser.send('/logout', { csrf }, html);
    expect([response.status, response.headers['location']]).toEqual([303, 'https://sso.example.test/logout']);
    expect((await browser.get('/logout', html)).text).toContain('You are signed out');
  });

  test('200 when the session has ended elsewhere', async () => {
    const { page, browser, csrf } = await createSignedIn();
    page.sessions.clear();
    const response = await browser.send('/logout', { csrf });
    expect(response.status).toBe(200);
    expect(response.headers['set-cookie']).toEqual(cleared);
  });

  test('303 back to the page with the code, for another account', async () => {
    const { browser, csrf, userCode } = await createSignedIn();
    const form = { csrf, next: 'device_login', user_code: userCode.toLowerCase(), ui_locales: 'de' };
    const response = await browser.send('/logout', form, html);
    expect(response.status).toBe(303);
    expect(response.headers['location']).toBe(
      `https://sso.example.test/device_login?user_code=${userCode}&ui_locales=de`,
    );
    expect(response.headers['set-cookie']).toEqual(cleared);
    expect(await browser.open(userCode)).toMatchObject({ account: null });
  });

  test('303 never leads to what was typed', async () => {
    const { browser, csrf } = await createSignedIn();
    const form = { csrf, next: 'device_login', user_code: 'https://evil.test/\r\nx: y' };
    const response = await browser.send('/logout', form, html);
    expect(response.headers['location']).toBe('https://sso.example.test/device_login');
  });

  test('400 for another place to go', async () => {
    const { page, browser, csrf } = await createSignedIn();
    const response = await browser.send('/logout', { csrf, next: 'https://evil.test' });
    expect(response.status).toBe(400);
    expect(page.sessions.size).toBe(1);
  });

  test('403 with the CSRF token of another browser, and the session stays', async () => {
    const { page, browser } = await createSignedIn();
    const { csrf = '' } = await page.openBrowser().open();
    const response = await browser.send('/logout', { csrf });
    expect(response.status).toBe(403);
    expect(response.body).toMatchObject({ outcome: 'csrf_mismatch', error: 'csrf_failed' });
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(page.sessions.size).toBe(1);
  });

  test('503 while user-api is down, and the browser keeps its session', async () => {
    const { page, browser, csrf } = await createSignedIn();
    const unavailable = new ApiError({ code: 'upstream_unavailable', message: 'user-api is not available' });
    Object.assign(page.context.userApi, { revokeRootSession: () => Promise.reject(unavailable) });
    const response = await browser.send('/logout', { csrf });
    expect(response.status).toBe(503);
    expect(response.headers['retry-after']).toBe('2');
    expect(response.headers['set-cookie']).toBeUndefined();
  });
});
