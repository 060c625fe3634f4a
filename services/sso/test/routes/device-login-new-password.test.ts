import { errors } from '../../src/errors.ts';
import { createPage } from '../browser.ts';
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

describe('POST /device_login of an account whose password must be changed', () => {
  test('403 password_change_required: nothing is signed in, approved or counted', async () => {
    const { page, browser, form } = await createStarted();
    for (let attempt = 0; attempt < 7; attempt += 1) {
      const { status, body } = await browser.signIn({ ...form, decision: 'continue' });
      expect([status, body]).toMatchObject([
        403,
        { outcome: 'enter', account: null, ...oauthError(errors.passwordChangeRequired) },
      ]);
    }
    expect([page.sessions.size, (await page.find(form.user_code))?.state]).toEqual([0, 'pending']);
  });

  test('403 also to who approves at once where the page showed the client', async () => {
    const { page, browser, form } = await createStarted();
    const { csrf = '' } = await browser.open(form.user_code);
    const { status } = await browser.signIn({ ...form, csrf, decision: 'approve' });
    expect([status, (await page.find(form.user_code))?.state]).toEqual([403, 'pending']);
  });

  test('403 as a document asks for the password, twice for a new one, and shows neither', async () => {
    const { browser, form } = await createStarted();
    const { text } = await browser.signIn(form, html);
    for (const name of ['password', 'new_password', 'new_password_again', 'csrf'])
      expect(text.match(new RegExp(`name="${name}"`, 'g'))).toHaveLength(1);
    expect(text).toContain('Your password must be changed.');
    const refused = await browser.signIn({ ...form, ...twice('not-that-1') }, html);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('This new password is not accepted.');
    expect(refused.text).toContain('name="new_password_again"');
    expect(refused.text).not.toContain('not-that-1');
  });

  test.each([
    ['one that user-api refuses', twice('short'), errors.newPasswordRefused],
    ['two that differ', { ...twice(own), new_password_again: `${own}!` }, errors.newPasswordsDiffer],
    ['one that is not repeated', { new_password: own }, errors.newPasswordsDiffer],
  ])('400 for %s', async (_what, fields, error) => {
    const { page, browser, form } = await createStarted();
    const { status, body } = await browser.signIn({ ...form, ...fields });
    expect([status, body]).toMatchObject([400, { outcome: 'enter', ...oauthError(error) }]);
    expect(page.sessions.size).toBe(0);
  });

  test('403 for new passwords in a form that did not come from this page', async () => {
    const { browser, form } = await createStarted();
    const { status, body } = await browser.signIn({ ...form, csrf: 'forged', ...twice(own) });
    expect([status, body.error]).toEqual([403, 'csrf_failed']);
  });

  test('200 with a new one leads to the confirmation, and its approval counts', async () => {
    const { page, browser, form } = await createStarted();
    const confirm = await browser.signIn({ ...form, ...twice(own) });
    expect(confirm.body).toMatchObject({ outcome: 'confirm', account: email });
    expect((await browser.decide(confirm, 'approve')).body).toMatchObject({ outcome: 'approved' });
    expect((await page.find(form.user_code))?.state).toBe('approved_waiting_pickup');
  });
});
