import { accountCalls, type Contract } from '@latchkey/contracts';
import { createPage, password, recoveryCode } from '../browser.ts';
import {
  answerWith,
  blank,
  createDoors,
  data,
  email,
  html,
  newPassword,
  openLink,
  refusal,
} from '../doors.ts';

type Fields = Record<string, string>;
type Browser = ReturnType<ReturnType<typeof createPage>['openBrowser']>;

/** Posts a form as a browser does; where that leads to. */
async function post(browser: Browser, path: string, form: Fields): Promise<string> {
  const answer = await browser.post(path, form, html);
  expect([answer.status, answer.headers['cache-control']]).toEqual([303, 'no-store']);
  return (answer.headers['location'] as string).replace('https://sso.example.test', '');
}

const csrfOf = (text: string) => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
const fieldOf = (text: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';

describe('an approval in a browser', () => {
  async function approve() {
    const page = createPage();
    const { user_code } = await page.start();
    const browser = page.openBrowser();
    const { csrf = '' } = await browser.open();
    const asked = await post(browser, '/device_login', { csrf, user_code });
    const typed = (await browser.get(asked, html)).text;
    const wrong = { csrf: csrfOf(typed), user_code, email, password: 'wrong' };
    const refused = await post(browser, '/device_login', wrong);
    const again = await browser.get(refused, html);
    expect([again.status, again.text.includes(email)]).toEqual([401, true]);
    expect(again.text).not.toContain('wrong');
    const shown = await post(browser, '/device_login', { ...wrong, csrf: csrfOf(again.text), password });
    const confirm = (await browser.get(shown, html)).text;
    const decision = {
      csrf: csrfOf(confirm),
      ticket: fieldOf(confirm, 'ticket'),
      user_code,
      decision: 'approve',
    };
    const done = await post(browser, '/device_login', decision);
    return { page, browser, steps: [asked, refused, shown], done, user_code, decision };
  }

  test('303 after each form, also a refused one; the outcome stays for a reload', async () => {
    const { browser, done } = await approve();
    for (const _time of ['first', 'reload']) {
      const { status, text } = await browser.get(done, html);
      expect([status, text.includes('Access approved')]).toEqual([200, true]);
      expect(text).toContain('<a href="/account/devices?');
    }
    expect((await browser.get('/device_login', html)).text).not.toContain('Access approved');
  });

  test('the pages of the way are shown again, and change nothing', async () => {
    const { page, browser, steps, user_code, decision, done } = await approve();
    for (const step of steps) expect((await browser.get(step, html)).status).toBeLessThan(402);
    const again = await post(browser, '/device_login', { ...decision, decision: 'deny' });
    expect((await browser.get(again, html)).text).toContain('Access approved');
    expect((await page.find(user_code))?.state).toBe('approved_waiting_pickup');
    expect(again).not.toBe(done);
  });

  test('no other browser, page or id shows it, and none does after ten minutes', async () => {
    const { page, browser, done } = await approve();
    const other = page.openBrowser();
    await other.open();
    const id = done.split('shown=')[1] ?? '';
    const foreign = [other.get(done, html), browser.get(`/login?shown=${id}`, html)];
    const invented = [
      browser.get(`/device_login?shown=${'A'.repeat(22)}`, html),
      browser.get(`${done}x`, html),
    ];
    for (const { text } of await Promise.all([...foreign, ...invented]))
      expect(text).not.toContain('Access approved');
  });

  test('200 in place while nothing can be kept: the decision is in force', async () => {
    const page = createPage();
    const { user_code } = await page.start();
    const browser = page.openBrowser();
    const shown = await browser.signIn({ user_code });
    page.context.tickets.keepPage = () => Promise.reject(new Error('no Redis'));
    const { csrf, ticket } = shown.body as Fields;
    const form = { csrf, ticket, user_code, decision: 'approve' } as Fields;
    const answer = await browser.post('/device_login', form, html);
    expect([answer.status, answer.text.includes('Access approved')]).toEqual([200, true]);
  });

  test('303 to the next page while what is shown there cannot be kept', async () => {
    const page = createPage();
    const browser = page.openBrowser();
    const { csrf = '' } = (await browser.get('/login')).body as Fields;
    page.context.tickets.keepPage = () => Promise.reject(new Error('no Redis'));
    const answer = await browser.post('/login', { csrf, decision: 'reset' }, html);
    expect(answer.headers['location']).toBe('https://sso.example.test/reset');
  });

  test('403 in place for a form that is not ours, with a way back to its code', async () => {
    const page = createPage();
    const { user_code } = await page.start();
    const browser = page.openBrowser();
    await browser.open();
    const answer = await browser.post('/device_login', { csrf: 'old.one', user_code }, html);
    expect(answer.status).toBe(403);
    expect(answer.text).toContain(`user_code=${user_code}`);
    const garbage = await browser.post('/device_login', { csrf: 'old.one', user_code: '"><x>' }, html);
    expect(garbage.text).not.toContain('user_code=');
  });
});

describe('the account page in a browser', () => {
  const answers: Record<string, ReturnType<typeof data>> = {
    [accountCalls.view.path]: data({
      user: { id: 'user-1', email, name: 'Demo' },
      email_verified: true,
      mfa: false,
      recovery_codes_left: 0,
      device_sign_in: 'on',
      locale: null,
    }),
    [accountCalls.changeDeviceSignIn.path]: data({ device_sign_in: 'off' }),
    [accountCalls.changePassword.path]: refusal('invalid_credentials'),
    [accountCalls.beginTotp.path]: data({ secret: 'JBSWY3DPEHPK3PXP', otpauth_url: 'otpauth://totp/x' }),
    [accountCalls.confirmTotp.path]: data({ mfa: true, recovery_codes: [recoveryCode] }),
  };
  async function open() {
    const askAccount = (_visit: unknown, to: Contract) =>
      answerWith(answers[to.path] ?? data({ items: [], next_cursor: null }));
    const page = createPage({ context: { askAccount } });
    const browser = page.openBrowser();
    await browser.logIn();
    const act = async (name: string, form: Fields) => {
      const { csrf: own = '' } = (await browser.get(`/account/${name}`)).body as Fields;
      return { csrf: own, ...form };
    };
    return { page, browser, act };
  }

  test('303 to the section with what the act did, in no other browser and not after a sign-out', async () => {
    const { page, browser, act } = await open();
    const done = await post(
      browser,
      '/account/new_devices',
      await act('new_devices', { act: 'stop_devices' }),
    );
    const { status, text } = await browser.get(done, html);
    expect([status, text.includes('role="status"')]).toEqual([200, true]);
    for (const path of ['/account/new_devices', done.replace('new_devices', 'browsers')])
      expect((await browser.get(path, html)).text).not.toContain('role="status"');
    const { csrf = '' } = (await browser.get('/session')).body as Fields;
    await browser.send('/logout', { csrf });
    expect((await browser.get(done, html)).headers['location']).toContain('/login');
    expect((await page.openBrowser().get(done, html)).headers['location']).toContain('/login');
  });

  test('303 to the section with why a form did nothing', async () => {
    const { browser, act } = await open();
    const form = {
      act: 'change_password',
      password: 'x',
      new_password: newPassword,
      new_password_again: newPassword,
    };
    const refused = await browser.get(
      await post(browser, '/account/password', await act('password', form)),
      html,
    );
    expect([refused.status, refused.text.includes('role="alert"')]).toEqual([401, true]);
  });

  test.each([
    [{ act: 'begin_codes' }, 'JBSW'],
    [{ act: 'confirm_codes', code: '123456' }, recoveryCode],
  ])('200 in place for %j, which shows something once', async (form, secret) => {
    const { browser, act } = await open();
    const answer = await browser.post('/account/one_time_codes', await act('one_time_codes', form), html);
    expect([answer.status, answer.text.includes(secret)]).toEqual([200, true]);
  });

  test('the password is not asked for within five minutes of the sign-in', async () => {
    const { page, browser } = await open();
    const asks = async () => (await browser.get('/account/new_devices')).body.asks_password as boolean;
    page.clock.advance(299);
    expect(await asks()).toBe(false);
    page.clock.advance(1);
    expect(await asks()).toBe(true);
  });
});

describe('an address that was typed', () => {
  test.each([
    ['/login', 'reset'],
    ['/login', 'signup'],
    ['/device_login', 'reset'],
    ['/device_login', 'signup'],
  ])('is kept from %s to /%s, in no address', async (path, decision) => {
    const browser = createDoors().openBrowser();
    const { csrf = '' } = (await browser.get(path)).body as Fields;
    const next = await post(browser, path, { csrf, email: 'bo@latchkey.test', password: 'typed', decision });
    expect(next).toMatch(new RegExp(`^/${decision}[?]shown=[\\w-]{22}$`));
    const { text } = await browser.get(next, html);
    expect(text).toContain('value="bo@latchkey.test"');
    expect(text).not.toContain('typed');
    expect(csrfOf((await browser.get(next, html)).text)).toBe(csrfOf(text));
  });

  test('303 to who is signed in, for the button of a new account in a browser that is signed in', async () => {
    const browser = createDoors().openBrowser();
    await browser.logIn();
    const { csrf = '' } = (await browser.get('/device_login')).body as Fields;
    const next = await post(browser, '/device_login', { csrf, decision: 'signup' });
    const { status, text } = await browser.get(next, html);
    expect([status, text.includes(email)]).toEqual([200, true]);
  });

  test('an invitation leads its own address to the sign-in', async () => {
    const doors = createDoors({ links: { i: { ...blank, purpose: 'invitation', has_account: true } } });
    const browser = doors.openBrowser();
    const { csrf = '' } = await openLink(browser, '/invitation', 'i');
    const next = await post(browser, '/invitation', { csrf, act: 'sign_in' });
    const { text } = await browser.get(next, html);
    expect(text).toContain(`value="${blank.email}"`);
    expect(csrfOf((await browser.get(next, html)).text)).toBe(csrfOf(text));
  });
});

describe('the field of the one-time code', () => {
  const isOpen = async (browser: Browser) => /<details\s+open/.test((await browser.get('/login', html)).text);
  const logOut = async (browser: Browser) => {
    const { csrf = '' } = (await browser.get('/session')).body as Fields;
    await browser.send('/logout', { csrf });
  };

  test('is open where an account with codes has signed in, and where one was asked for its code', async () => {
    const page = createPage();
    const [one, other] = [page.openBrowser(), page.openBrowser()];
    await one.logIn({ email: 'totp@latchkey.test', code: '123456' });
    await logOut(one);
    await other.logIn({ email: 'totp@latchkey.test' });
    expect([await isOpen(one), await isOpen(other)]).toEqual([true, true]);
    expect([...one.cookies.values()].join()).not.toContain('totp@');
  });

  test('is folded for a stranger, who learns nothing, and after a sign-in without codes', async () => {
    const page = createPage();
    const browser = page.openBrowser();
    await browser.logIn({ email: 'totp@latchkey.test', password: 'wrong' });
    expect(await isOpen(browser)).toBe(false);
    await browser.logIn({ email: 'totp@latchkey.test' });
    expect(await isOpen(browser)).toBe(true);
    await browser.logIn({ email });
    await logOut(browser);
    expect(await isOpen(browser)).toBe(false);
  });
});
