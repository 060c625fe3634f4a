import { errors } from '../../src/errors.ts';
import { createPage } from '../browser.ts';
import { startMs } from '../device-request.ts';
import { oauthError } from '../sso-harness.ts';

const email = 'given@latchkey.test';
const own = 'a password of my own';
const html = { accept: 'text/html' };
const twice = (wish: string) => ({ new_password: wish, new_password_again: wish });

async function createStarted() {
  const page = createPage();
  const { body } = await page.post('/device_authorization', { client_id: 'demo-cli', scope: 'openid' });
  const { user_code: userCode } = body as { user_code: string };
  const browser = page.openBrowser();
  return { page, browser, form: { user_code: userCode, email } };
}

/** A person whose temporary password was right; `choose` sends the form of the next page. */
async function createAsked() {
  const { page, browser, form } = await createStarted();
  const { status, body } = await browser.signIn(form);
  const asked = body as Record<string, string>;
  const { csrf = '', user_code = '', sealed_credentials = '' } = asked;
  const choose = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    browser.send('/device_login', { csrf, user_code, sealed_credentials, ...fields }, headers);
  return { page, browser, form, status, asked, choose };
}

describe('POST /device_login of an account with a temporary password', () => {
  test('200 choose_password without a new one: nothing is signed in, approved or counted', async () => {
    const { page, browser, form } = await createStarted();
    for (let attempt = 0; attempt < 7; attempt += 1) {
      const { status, body } = await browser.signIn({ ...form, decision: 'continue' });
      expect([status, body]).toEqual([
        200,
        {
          outcome: 'choose_password',
          account: email,
          user_code: form.user_code,
          csrf: expect.any(String),
          sealed_credentials: expect.any(String),
        },
      ]);
    }
    expect([page.sessions.size, (await page.find(form.user_code))?.state]).toEqual([0, 'pending']);
  });

  test('200 choose_password also for who approves at once where the page showed the client', async () => {
    const { page, browser, form } = await createStarted();
    const { csrf = '' } = await browser.open(form.user_code);
    const { body } = await browser.signIn({ ...form, csrf, decision: 'approve' });
    expect([body.outcome, (await page.find(form.user_code))?.state]).toEqual(['choose_password', 'pending']);
  });

  test('200 as a document asks for a new one, twice, and for nothing that was typed before', async () => {
    const { browser, form } = await createStarted();
    const { status, text } = await browser.signIn(form, html);
    expect(status).toBe(200);
    for (const name of ['new_password', 'new_password_again', 'csrf', 'sealed_credentials', 'user_code'])
      expect(text.match(new RegExp(`name="${name}"`, 'g'))).toHaveLength(1);
    expect(text).not.toMatch(/name="(?:password|code)"|role="alert"|correct horse/);
    expect(text).toContain(`name="email" value="${email}" autocomplete="username" readonly hidden`);
  });

  test.each([
    ['one that user-api refuses', twice('short'), errors.newPasswordRefused],
    ['two that differ', { ...twice(own), new_password_again: `${own}!` }, errors.newPasswordsDiffer],
    ['one that is not repeated', { new_password: own }, errors.newPasswordsDiffer],
    ['none', {}, errors.newPasswordRefused],
  ])('400 for %s, and the next form needs nothing else', async (_what, fields, error) => {
    const { page, browser, choose } = await createAsked();
    const { status, body } = await choose(fields);
    expect([status, body]).toMatchObject([400, { outcome: 'choose_password', ...oauthError(error) }]);
    expect(page.sessions.size).toBe(0);
    const next = { ...(body as Record<string, string>), ...twice(own) };
    expect((await browser.send('/device_login', next)).body).toMatchObject({ outcome: 'confirm' });
  });

  test.each<[string[], string, object]>([
    [
      ['new_password', 'new_password_again'],
      'This password is too short. Use at least 12 characters.',
      twice('not-that-1'),
    ],
    [
      ['new_password_again'],
      'The two new passwords differ.',
      { ...twice(own), new_password_again: 'not-that-1' },
    ],
  ])(
    '400 as a document marks %j, says "%s" and shows no new password again',
    async (marked, words, fields) => {
      const { text } = await (await createAsked()).choose(fields as Record<string, string>, html);
      const tags = text.match(/<input\s[^>]*aria-invalid="true"[^>]*>/g) ?? [];
      expect(tags.map((tag) => / name="([^"]+)"/.exec(tag)?.[1])).toEqual(marked);
      expect(text).toContain(words);
      expect(text).toContain('<title>Error: Choose your password – Latchkey</title>');
      expect(text).not.toContain('not-that-1');
    },
  );

  test.each([
    ['that are ten minutes old', 600, {}],
    ['that sso did not seal', 0, { sealed_credentials: 'derived.AAAA' }],
  ])('400 for credentials %s, and they are asked for again', async (_what, seconds, fields) => {
    const { page, choose } = await createAsked();
    page.clock.advance(seconds);
    const { user_code } = (await page.post('/device_authorization', { client_id: 'demo-cli' })).body as {
      user_code: string;
    };
    const { status, body } = await choose({ ...twice(own), user_code, ...fields });
    expect([status, body]).toMatchObject([400, { outcome: 'enter', ...oauthError(errors.signInExpired) }]);
    expect([page.sessions.size, page.asked.length]).toEqual([0, 1]);
  });

  test('400 for credentials that another browser has sealed', async () => {
    const { page, asked, form } = await createAsked();
    const other = page.openBrowser();
    const { csrf = '' } = await other.open();
    const { sealed_credentials = '' } = asked;
    const stolen = { csrf, user_code: form.user_code, sealed_credentials, ...twice(own) };
    const { status, body } = await other.send('/device_login', stolen);
    expect([status, body.error_description]).toEqual([400, errors.signInExpired.message]);
  });

  test('200 with a new one leads to the confirmation, and its approval counts', async () => {
    const { page, browser, choose, form } = await createAsked();
    page.clock.advance(120);
    const confirm = await choose(twice(own));
    expect(confirm.body).toMatchObject({ outcome: 'confirm', account: email });
    expect(page.asked.map(({ typedAtMs }) => typedAtMs)).toEqual([undefined, startMs]);
    expect((await browser.decide(confirm, 'approve')).body).toMatchObject({ outcome: 'approved' });
    expect((await page.find(form.user_code))?.state).toBe('approved_waiting_pickup');
  });

  test('200 with a confirmation for who approves in the form of the new password, which shows no client', async () => {
    const { choose } = await createAsked();
    expect((await choose({ ...twice(own), decision: 'approve' })).body).toMatchObject({ outcome: 'confirm' });
  });
});
