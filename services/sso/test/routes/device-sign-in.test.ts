import { createPage } from '../browser.ts';

const off = { outcome: 'device_sign_in_off', error: 'forbidden' };

async function createAsked() {
  const page = createPage();
  const started = await page.start({ client_id: 'demo-cli' });
  const set = (deviceSignIn: boolean) =>
    page.standings.set('user-1', { ...page.standings.get('user-1')!, deviceSignIn });
  return { ...page, ...started, set };
}

describe('an account that lets no device in', () => {
  test.each(['continue', 'approve'])('403 after the password at %s, and the code stays', async (decision) => {
    const { openBrowser, user_code, set, find, typesOf } = await createAsked();
    set(false);
    const browser = openBrowser();
    const { csrf = '' } = await browser.open(user_code);
    const refused = await browser.signIn({ user_code, csrf, decision });
    expect([refused.status, refused.body]).toMatchObject([403, off]);
    const device = await find(user_code);
    expect(device?.state).toBe('pending');
    expect(device?.boundUserId).toBeUndefined();
    expect(await typesOf()).toEqual([]);
    const other = openBrowser();
    const confirm = await other.signIn({ user_code, email: 'other@latchkey.test' });
    expect(confirm.body.outcome).toBe('confirm');
  });

  test('says nothing of it before the password', async () => {
    const { openBrowser, user_code, set } = await createAsked();
    set(false);
    const { status, body } = await openBrowser().signIn({ user_code, password: 'wrong' });
    expect([status, body.error]).toEqual([401, 'invalid_credentials']);
  });

  test('403 where it was switched off between the two steps; approved once it is on again', async () => {
    const { openBrowser, user_code, set, find } = await createAsked();
    const browser = openBrowser();
    const confirm = await browser.signIn({ user_code });
    set(false);
    const refused = await browser.decide(confirm, 'approve');
    expect([refused.status, refused.body]).toMatchObject([403, off]);
    const { text } = await browser.signIn({ user_code }, { accept: 'text/html' });
    expect(text).toContain('<a href="/account/sign_in?ui_locales=en">Your account</a>');
    expect((await find(user_code))?.state).toBe('pending');
    set(true);
    await browser.decide(await browser.signIn({ user_code }), 'approve');
    expect((await find(user_code))?.state).toBe('approved_waiting_pickup');
  });

  test('can deny all the same', async () => {
    const { openBrowser, user_code, set, find } = await createAsked();
    const browser = openBrowser();
    const confirm = await browser.signIn({ user_code });
    set(false);
    expect((await browser.decide(confirm, 'deny')).body.outcome).toBe('denied');
    expect((await find(user_code))?.failure).toBe('denied');
  });
});
