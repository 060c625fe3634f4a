import { accountCalls, ApiError, ownAccountCalls, type Contract } from '@latchkey/contracts';
import type { SsoContext } from '../../src/context.ts';
import { createPage, password } from '../browser.ts';
import { data, email, html, refusal, type Answer } from '../doors.ts';
import { ssoUrl } from '../sso-harness.ts';

const user = { id: 'user-1', email, name: 'Demo' };
const person = {
  user,
  email_verified: true,
  mfa: false,
  recovery_codes_left: 0,
  device_sign_in: 'on',
  locale: null,
  email_change: null,
  password_min_length: 12,
};
const codes = ['7KQ2M-X4R9T', 'AAAAA-00000'];
const empty = { items: [], next_cursor: null };

/** sso beside a user-api that gives these answers by path, and one with nothing in it to every other call. */
async function createSignedIn(
  answers: Record<string, Answer> = {},
  openExport: SsoContext['openExport'] = () => Promise.reject(new Error('nothing is exported')),
) {
  const asked: [path: string, body: object][] = [];
  const page = createPage({
    context: {
      openExport,
      askAccount: (_visit, to: Contract, body: object) => {
        asked.push([to.path, body]);
        if (to.path in answers) return Promise.resolve(answers[to.path]);
        return Promise.resolve(data(to.path === accountCalls.view.path ? person : empty));
      },
    },
  });
  const browser = page.openBrowser();
  await browser.logIn();
  const act = async (path: string, form: Record<string, string>, headers = {}) => {
    const shown = (await browser.get('/account')).body.csrf as string;
    asked.length = 0;
    return browser.send(path, { csrf: shown, ...form }, headers);
  };
  return { page, browser, asked, act };
}

describe('GET /login', () => {
  test('200 a form for who is signed out; a redirect to the account for who is signed in', async () => {
    const { browser, page } = await createSignedIn();
    const out = await page.openBrowser().get('/login', html);
    expect([out.status, out.text]).toEqual([200, expect.stringContaining('<h1>Sign in</h1>')]);
    const { status, headers } = await browser.get('/login', html);
    expect([status, headers['location']]).toEqual([303, `${ssoUrl}/account`]);
  });
});

describe('POST /login', () => {
  test.each<[number, string, Record<string, string>]>([
    [403, 'csrf_failed', { csrf: 'none' }],
    [400, 'missing_field', { email: '' }],
    [400, 'missing_field', { password: '' }],
    [401, 'invalid_credentials', { password: 'wrong' }],
    [401, 'invalid_credentials', { email: 'nobody@latchkey.test' }],
    [401, 'mfa_required', { email: 'totp@latchkey.test' }],
    [400, 'invalid_value', { sealed_credentials: 'derived.made-up' }],
  ])('%i %s for %j, and nobody is signed in', async (status, code, changes) => {
    const page = createPage();
    const browser = page.openBrowser();
    const answered = await browser.logIn(changes);
    expect([answered.status, answered.body.error]).toEqual([status, code]);
    expect([page.sessions.size, browser.cookies.has('__Host-latchkey-session')]).toEqual([0, false]);
  });

  test('303 to the account, with a session and a new secret for the browser', async () => {
    const page = createPage();
    const browser = page.openBrowser();
    await browser.get('/login');
    const secret = browser.cookies.get('__Host-latchkey-browser');
    const { status, headers } = await browser.logIn({}, html);
    expect([status, headers['location'], page.sessions.size]).toEqual([303, `${ssoUrl}/account`, 1]);
    expect(browser.cookies.get('__Host-latchkey-browser')).not.toBe(secret);
  });

  test('200 asks who has a temporary password for their own, and 303 with it to where they were going', async () => {
    const page = createPage();
    const browser = page.openBrowser();
    await browser.get('/account/activity', html);
    const asked = await browser.logIn({ email: 'given@latchkey.test' });
    expect([asked.status, asked.body.outcome, page.sessions.size]).toEqual([200, 'choose_password', 0]);
    const { sealed_credentials, csrf: next } = asked.body as Record<string, string>;
    const form = { sealed_credentials, csrf: next, new_password: 'short', new_password_again: 'short' };
    const refused = await browser.send('/login', form as Record<string, string>);
    expect([refused.status, refused.body.outcome]).toEqual([400, 'choose_password']);
    const chosen = { ...refused.body, new_password: 'a password of my own' } as Record<string, string>;
    const again = { ...chosen, new_password_again: 'a password of my own' };
    const { status, headers } = await browser.send('/login', again, html);
    expect([status, headers['location']]).toEqual([303, `${ssoUrl}/account/activity`]);
  });

  test('303 for a form that is sent twice, and one session is opened', async () => {
    const page = createPage();
    const browser = page.openBrowser();
    const { csrf } = (await browser.get('/login')).body as { csrf: string };
    for (const _time of ['first', 'again'])
      expect((await browser.send('/login', { email, password, csrf }, html)).status).toBe(303);
    expect(page.sessions.size).toBe(1);
  });

  test('303 to the section that was asked for, once, and only in the browser that asked', async () => {
    const page = createPage();
    const [browser, other] = [page.openBrowser(), page.openBrowser()];
    const led = await browser.get('/account/activity', html);
    expect([led.status, led.headers['location']]).toEqual([303, `${ssoUrl}/login`]);
    await other.get('/login');
    other.cookies.set('__Host-latchkey-going', browser.cookies.get('__Host-latchkey-going') ?? '');
    const places = [];
    for (const one of [browser, other]) {
      places.push((await one.logIn({}, html)).headers['location']);
    }
    expect(places).toEqual([`${ssoUrl}/account/activity`, `${ssoUrl}/account`]);
    expect(browser.cookies.has('__Host-latchkey-going')).toBe(false);
  });
});

describe('GET /account', () => {
  test('303 to the sign-in without one, and where user-api says that it has ended', async () => {
    const { browser, page } = await createSignedIn({ [accountCalls.view.path]: undefined });
    for (const one of [page.openBrowser(), browser]) {
      const { status, headers } = await one.get('/account', html);
      expect([status, headers['location']]).toEqual([303, `${ssoUrl}/login`]);
    }
  });

  test('only the section of passkeys may ask the browser for one', async () => {
    const passkeys = data({ passkeys: [], asks: 'password' });
    const { browser } = await createSignedIn({ [accountCalls.listPasskeys.path]: passkeys });
    const mayAsk = async (path: string) =>
      (await browser.get(path, html)).headers['permissions-policy']?.includes('create=(self)');
    expect([await mayAsk('/account/passkeys'), await mayAsk('/account')]).toEqual([true, false]);
  });

  test('200 the person, with their address in words and as JSON', async () => {
    const { browser } = await createSignedIn();
    const { body } = await browser.get('/account');
    expect(body).toMatchObject({
      outcome: 'account',
      account: email,
      section: { name: 'overview', mfa: false },
    });
    expect((await browser.get('/account', html)).text).toContain(email);
  });

  test('500 where user-api refuses what the page cannot do without', async () => {
    const { browser } = await createSignedIn({ [accountCalls.view.path]: refusal('forbidden') });
    expect((await browser.get('/account')).status).toBe(500);
  });

  test('503 where user-api is not there', async () => {
    const page = createPage({
      context: {
        askAccount: () => Promise.reject(new ApiError({ code: 'upstream_unavailable', message: '' })),
      },
    });
    const browser = page.openBrowser();
    await browser.signIn({ user_code: (await page.start()).user_code });
    expect((await browser.get('/account')).status).toBe(503);
  });

  test('200 escapes what others wrote', async () => {
    const device = {
      id: 'd1',
      client: { id: 'c', name: '<script>alert(1)</script>' },
      scope: 'openid',
      audience: ['https://drop.example.test/'],
      status: 'active',
      ip: '192.0.2.1',
      device_name: '"><b>',
      approved_at: '2026-11-21T10:00:00.000Z',
      last_refreshed_at: null,
      registered_by: { kind: 'org', name: '<i>Evil</i>' },
    };
    const { browser } = await createSignedIn({
      [accountCalls.searchDevices.path]: data({ items: [device], next_cursor: 'next&"' }),
    });
    const { text } = await browser.get('/account/devices', html);
    expect(text).not.toMatch(/<script>|"><b>|<i>Evil/);
    expect(text).toContain('&lt;script&gt;');
    expect(text).toContain('cursor=next%26%22');
    expect(text).toContain('store, read and delete your one-time secrets');
  });

  test('200 a device that waits for its pickup is shown before those that have theirs, and on the first page only', async () => {
    const { browser, asked } = await createSignedIn();
    asked.length = 0;
    await browser.get('/account/devices');
    expect(asked).toEqual([
      [accountCalls.searchDevices.path, { limit: 20, status: 'active' }],
      [accountCalls.searchDevices.path, { limit: 20, status: 'approved_waiting_pickup' }],
    ]);
  });

  test('200 the first page for a cursor that is not good any more', async () => {
    const { browser, asked } = await createSignedIn();
    asked.length = 0;
    await browser.get('/account/devices?cursor=good');
    expect(asked).toEqual([
      [accountCalls.searchDevices.path, { limit: 20, status: 'active', cursor: 'good' }],
    ]);
    const bad = await createSignedIn({ [accountCalls.searchDevices.path]: refusal('invalid_cursor') });
    expect((await bad.browser.get('/account/devices?cursor=bad')).status).toBe(500);
  });
});

describe('POST /account', () => {
  const calls = { ...accountCalls, ...ownAccountCalls };
  const changed = {
    password,
    new_password: 'a new long password',
    new_password_again: 'a new long password',
  };
  type Call = keyof typeof calls;
  /** What a person can do: the section, what its form holds, and what user-api is asked. */
  const acts: Readonly<Record<string, readonly [name: string, form: Record<string, string>, call: Call]>> = {
    end_device: ['/devices', { id: 'd1' }, 'revokeDevice'],
    end_app: ['/devices', { client_id: 'c' }, 'revokeApp'],
    end_session: ['/browsers', { id: 's1' }, 'revokeSession'],
    end_others: ['/browsers', {}, 'revokeOtherSessions'],
    change_password: ['/password', changed, 'changePassword'],
    begin_codes: ['/one_time_codes', { password, code: codes[0] ?? '' }, 'beginTotp'],
    confirm_codes: ['/one_time_codes', { password, code: '123456' }, 'confirmTotp'],
    end_codes: ['/one_time_codes', { password, code: '123456' }, 'disableTotp'],
    replace_recovery: ['/recovery_codes', { password, code: '7kq2mx4r9t' }, 'replaceRecoveryCodes'],
    change_email: ['/email', { email: 'new@latchkey.test', password, code: '123456' }, 'changeEmail'],
    stop_devices: ['/new_devices', { password }, 'changeDeviceSignIn'],
    leave_org: ['/organisations', { id: 'o1' }, 'leaveOrg'],
    accept_invitation: ['/organisations', { id: 'i1' }, 'acceptInvitation'],
    decline_invitation: ['/organisations', { id: 'i1' }, 'declineInvitation'],
    ask_confirmation: ['', {}, 'requestConfirmation'],
    change_profile: ['/my_data', { name: 'Ada', locale: 'de' }, 'update'],
    delete_account: ['/delete', { password }, 'delete'],
  };
  /** What the page answers to an act where user-api gives this answer, which it is asked for once. */
  async function answerTo(name: string, given: Answer) {
    const [section, form, call] = acts[name]!;
    const { path } = calls[call];
    const { act, asked } = await createSignedIn({ [path]: given });
    const answered = await act(`/account${section}`, { act: name, ...form });
    const typed = form['password'] === undefined ? {} : { 'auth.pass': password };
    const sent = asked.filter(([asking]) => asking === path);
    expect(sent).toEqual([[path, expect.objectContaining(typed)]]);
    return answered;
  }

  test.each<[act: string, notice: string, answer: Answer, more?: object]>([
    ['end_device', 'device_ended', data({ revoked: true })],
    ['end_device', 'ended_before', data({ revoked: false })],
    ['end_device', 'ended_before', refusal('not_found')],
    ['end_app', 'app_ended', data({ revoked: true, ended: 2 }), { count: 2 }],
    ['end_session', 'session_ended', data({ ended: 1 })],
    ['end_session', 'ended_before', data({ ended: 0 })],
    ['end_others', 'others_ended', data({ ended: 3 }), { count: 3 }],
    ['change_password', 'password_changed', data({ ended: 4 }), { count: 4 }],
    ['confirm_codes', 'codes_on', data({ mfa: true, recovery_codes: codes })],
    ['replace_recovery', 'recovery_replaced', data({ recovery_codes: codes })],
    ['end_codes', 'codes_off', data({ mfa: false })],
    ['change_email', 'email_requested', data({ mail: 'on', email: 'new@latchkey.test' })],
    ['change_email', 'mail_off', data({ mail: 'off', email: 'new@latchkey.test' })],
    ['stop_devices', 'devices_off', data({ device_sign_in: 'off' })],
    ['leave_org', 'org_left', data({ ended: 1 })],
    ['accept_invitation', 'invitation_accepted', data({ member: {} })],
    ['decline_invitation', 'invitation_declined', data({ declined: true })],
    ['decline_invitation', 'ended_before', refusal('not_found')],
    ['ask_confirmation', 'confirmation_requested', data({ mail: 'on' })],
    ['ask_confirmation', 'mail_off', data({ mail: 'off' })],
    ['change_profile', 'profile_changed', data({ name: 'Ada', locale: 'de' })],
  ])('200 %s says %s for the answer %j', async (...[act, kind, answer, more]) => {
    const { status, body } = await answerTo(act, answer);
    expect([status, body.notice]).toEqual([200, { kind, ...more }]);
  });

  const wrong = refusal('invalid_credentials');
  const ownName = { field: 'new_password', about: { rule: 'own_name', least: '12' } };
  test.each<[status: number, act: string, problem: string, answer: Answer]>([
    [401, 'change_password', 'credentials_invalid', wrong],
    [400, 'change_password', 'new_password_own_name', refusal('invalid_value', ownName)],
    [429, 'change_password', 'throttled', refusal('throttled', { retryAfterSeconds: 90 })],
    [409, 'change_password', 'changed_meanwhile', refusal('state_conflict')],
    [401, 'confirm_codes', 'credentials_invalid', wrong],
    [401, 'begin_codes', 'credentials_invalid', wrong],
    [401, 'end_codes', 'credentials_invalid', wrong],
    [401, 'replace_recovery', 'credentials_invalid', wrong],
    [400, 'begin_codes', 'password_missing', refusal('missing_field', { field: 'auth.pass' })],
    [409, 'leave_org', 'last_owner', refusal('state_conflict')],
    [409, 'accept_invitation', 'unverified', refusal('address_unverified')],
    [401, 'delete_account', 'credentials_invalid', wrong],
    [401, 'delete_account', 'code_invalid', refusal('fresh_code_required', { field: 'auth.code' })],
    [429, 'delete_account', 'throttled', refusal('throttled', { retryAfterSeconds: 9 })],
    [409, 'delete_account', 'owner_of', refusal('state_conflict', { about: { org: 'acme' } })],
    [409, 'delete_account', 'last_root', refusal('state_conflict', { about: { kind: 'root' } })],
    [409, 'delete_account', 'changed_meanwhile', refusal('state_conflict')],
    [400, 'change_email', 'email_invalid', refusal('invalid_value', { field: 'email' })],
    [400, 'change_profile', 'name_refused', refusal('invalid_value', { field: 'name' })],
  ])('%i %s says %s, and nothing was done', async (status, act, problem, answer) => {
    const answered = await answerTo(act, answer);
    expect([answered.status, answered.body.problem, answered.body.notice]).toEqual([status, problem, null]);
  });

  test.each<[string, string, Record<string, string>, string]>([
    ['password', 'change_password', { ...changed, password: '' }, 'password_missing'],
    ['password', 'change_password', { ...changed, new_password_again: 'another' }, 'new_passwords_differ'],
    ['one_time_codes', 'confirm_codes', { password, code: ' ' }, 'code_invalid'],
    ['one_time_codes', 'end_codes', { password, code: '' }, 'credentials_invalid'],
    ['recovery_codes', 'replace_recovery', { code: '123456' }, 'password_missing'],
    ['email', 'change_email', { email: 'new@latchkey.test' }, 'password_missing'],
  ])('%s: %s with %j is answered without asking user-api to do it', async (page, name, form, problem) => {
    const { act, asked } = await createSignedIn();
    const { body } = await act(`/account/${page}`, { act: name, ...form });
    expect([body.problem, asked.map(([path]) => path)]).toEqual([problem, [accountCalls.view.path]]);
  });

  test('429 says how long to wait where an act has no words for it, at the end of a redirect', async () => {
    const answers = {
      [accountCalls.revokeOtherSessions.path]: refusal('throttled', { retryAfterSeconds: 120 }),
    };
    const { act } = await createSignedIn(answers);
    const end = (headers = {}) => act('/account/browsers', { act: 'end_others' }, headers);
    const { status, headers, body } = await end();
    expect([status, headers['retry-after'], body.outcome, body.error]).toEqual([
      429,
      '120',
      'throttled',
      'throttled',
    ]);
    const shown = await end(html);
    expect([shown.status, shown.request.method]).toEqual([429, 'GET']);
    expect(shown.text).toContain('You can try again in 2 minutes.');
  });

  test('200 shows a new secret for one-time codes as text and as a picture', async () => {
    const secret = 'JBSWY3DPEHPK3PXP';
    const url = `otpauth://totp/Latchkey:${email}?secret=${secret}`;
    const { act } = await createSignedIn({
      [accountCalls.beginTotp.path]: data({ secret, otpauth_url: url }),
    });
    const { text } = await act('/account/one_time_codes', { act: 'begin_codes' }, html);
    expect(text.replaceAll(/<[^>]*>/g, '')).toContain(secret);
    expect(text).toContain('<svg class="qr"');
    expect(text).toContain(`<a href="${url}">`);
  });

  test('400 shows again what was typed for a new address', async () => {
    const refused = refusal('invalid_value', { field: 'email' });
    const { act } = await createSignedIn({ [accountCalls.changeEmail.path]: refused });
    const { text } = await act('/account/email', { act: 'change_email', email: 'new@', password }, html);
    expect(text).toContain('value="new@"');
  });

  test('401 a wrong first code, where no password was asked for, is the fault of the code', async () => {
    const { act } = await createSignedIn({ [accountCalls.confirmTotp.path]: refusal('invalid_credentials') });
    const { status, body } = await act('/account/one_time_codes', { act: 'confirm_codes', code: '123456' });
    expect([status, body.problem]).toEqual([401, 'code_invalid']);
  });

  test.each([
    ['a wrong code', { code: '123456' }, refusal('invalid_credentials'), true],
    ['no code', { code: '' }, undefined, true],
    ['no password', { code: '123456', password: '' }, undefined, true],
    ['a secret that another window replaced', { code: '123456' }, refusal('state_conflict'), false],
    ['what is no secret', { code: '123456', otpauth_url: 'javascript:alert(1)' }, undefined, false],
    [
      'a secret of no letters',
      { code: '1', otpauth_url: 'otpauth://totp/x?secret=%3Cb%3E' },
      undefined,
      false,
    ],
  ])('after %s the secret that the form showed is shown again: %#', async (_what, form, answer, isShown) => {
    const { act } = await createSignedIn({
      [accountCalls.confirmTotp.path]: answer ?? refusal('invalid_credentials'),
    });
    const shown = { otpauth_url: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP', password };
    const { body } = await act('/account/one_time_codes', { act: 'confirm_codes', ...shown, ...form });
    expect([body.notice, body.section.begun]).toEqual([
      null,
      isShown ? { secret: 'JBSWY3DPEHPK3PXP', otpauth_url: shown.otpauth_url } : null,
    ]);
  });

  test.each([
    ['one_time_codes', 'confirm_codes', 'confirmTotp'],
    ['recovery_codes', 'replace_recovery', 'replaceRecoveryCodes'],
  ] as const)('200 %s: %s shows the new recovery codes once', async (name, act, call) => {
    const { act: send, browser } = await createSignedIn({
      [accountCalls[call].path]: data({ mfa: true, recovery_codes: codes }),
      [accountCalls.view.path]: data({ ...person, mfa: true, recovery_codes_left: 10 }),
    });
    const { text } = await send(`/account/${name}`, { act, password, code: '123456' }, html);
    expect(text).toContain(codes.join('\n'));
    expect((await browser.get(`/account/${name}`, html)).text).not.toContain(codes[0]);
  });

  test('200 another authenticator is begun with password and recovery code', async () => {
    const begun = data({
      secret: 'JBSWY3DPEHPK3PXP',
      otpauth_url: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP',
    });
    const { act, asked } = await createSignedIn({ [accountCalls.beginTotp.path]: begun });
    await act('/account/one_time_codes', { act: 'begin_codes', password, code: codes[0] ?? '' });
    expect(asked).toContainEqual([
      accountCalls.beginTotp.path,
      { 'auth.pass': password, 'auth.code': codes[0] },
    ]);
  });

  test.each([
    ['another origin', {}, { origin: 'https://evil.test' }],
    ['no token', { csrf: '' }, {}],
    ['a token of another browser', { csrf: 'AAAA.BBBB' }, {}],
  ])('403 for a form of %s, and nothing is done', async (_of, form, headers) => {
    const { act, asked } = await createSignedIn();
    const { status, body } = await act('/account/browsers', { act: 'end_others', ...form }, headers);
    expect([status, body.error, asked]).toEqual([403, 'csrf_failed', []]);
  });

  test('200 the section for a form without a button, and nothing is done', async () => {
    const { act, asked } = await createSignedIn();
    const { status } = await act('/account/browsers', {});
    expect([status, asked.map(([path]) => path)]).toEqual([200, [accountCalls.searchSessions.path]]);
  });

  test('303 to the sign-in for who is signed out, and nothing is done', async () => {
    const { page, asked } = await createSignedIn();
    asked.length = 0;
    const { status } = await page.openBrowser().send('/account/browsers', { act: 'end_others' }, html);
    expect([status, asked]).toEqual([303, []]);
  });

  test('400 for an act that the section does not have', async () => {
    const { act, asked } = await createSignedIn();
    expect((await act('/account/browsers', { act: 'change_password' })).status).toBe(400);
    expect(asked).toEqual([]);
  });
});

describe('/account/my_data', () => {
  const [pages, leave] = [['{"account": {},\n', '"complete": true}\n'], { act: 'delete_account', password }];
  async function* make(...pieces: (string | Error)[]) {
    for (const piece of pieces) {
      if (piece instanceof Error) throw piece;
      yield Buffer.from(piece);
    }
  }
  const exported =
    (...pieces: (string | Error)[]) =>
    () =>
      Promise.resolve({ ok: true as const, pieces: make(...pieces) });
  const takeExport = { act: 'export_data', password };

  test.each<[string, Record<string, string>, number, string]>([
    ['no password', { password: '' }, 400, 'password_missing'],
    ['a wrong password', {}, 401, 'credentials_invalid'],
  ])('%s gets the section and no file', async (_what, form, status, problem) => {
    const { act } = await createSignedIn({}, (_visit, typed) =>
      Promise.resolve({
        ok: false,
        code: typed === '' ? 'missing_field' : 'invalid_credentials',
        field: 'auth.pass',
        message: '',
      }),
    );
    const answered = await act('/account/my_data', { ...takeExport, ...form });
    expect([answered.status, answered.body.problem]).toEqual([status, problem]);
    expect(answered.headers['content-disposition']).toBeUndefined();
  });

  test('303 to the sign-in where it ended meanwhile, and no file', async () => {
    const { act } = await createSignedIn({}, () => Promise.resolve(undefined));
    const { status, headers } = await act('/account/my_data', takeExport, html);
    expect([status, headers['location']]).toEqual([303, `${ssoUrl}/login`]);
  });

  test('503 where the file cannot begin, and a part that is cut off where it cannot go on', async () => {
    const lost = new ApiError({ code: 'upstream_unavailable', message: '' });
    const first = await createSignedIn({}, exported(lost));
    expect((await first.act('/account/my_data', takeExport, html)).status).toBe(503);
    const later = await createSignedIn({}, exported('{"account": {},\n', lost));
    await expect(later.act('/account/my_data', takeExport, html)).rejects.toThrow('aborted');
  });

  test.each([html, {}])('200 is the file for every caller, as %j', async (headers) => {
    const { act } = await createSignedIn({}, exported(...pages));
    const answered = await act('/account/my_data', takeExport, headers);
    expect([answered.status, answered.body]).toEqual([200, { account: {}, complete: true }]);
    expect(answered.headers).toMatchObject({
      'content-disposition': 'attachment; filename="latchkey-account.json"',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
  });

  test('200 says that the account is deleted, and the browser keeps nothing of it', async () => {
    const { act, browser, asked } = await createSignedIn({
      [ownAccountCalls.delete.path]: data({ deleted: true }),
    });
    const secret = browser.cookies.get('__Host-latchkey-browser');
    const { status, text } = await act('/account/delete', { ...leave, code: ' 123456 ' }, html);
    expect([status, text]).toEqual([200, expect.stringContaining('Your account is deleted')]);
    expect(asked).toEqual([[ownAccountCalls.delete.path, { 'auth.pass': password, 'auth.code': '123456' }]]);
    expect(browser.cookies.has('__Host-latchkey-session')).toBe(false);
    expect(browser.cookies.get('__Host-latchkey-browser')).not.toBe(secret);
  });

  test('409 names the org that keeps its last owner', async () => {
    const { act } = await createSignedIn({
      [ownAccountCalls.delete.path]: refusal('state_conflict', { about: { org: 'acme-<b>' } }),
    });
    const { text } = await act('/account/delete', leave, html);
    expect(text).toContain('the organisation acme-&lt;b&gt;');
  });
});

describe('GET /account/activity', () => {
  const [here, there] = ['198.51.100.9', '203.0.113.7'];
  const entry = {
    event: 'user.root_session',
    outcome: 'success',
    client: null,
    ip: there,
    user_agent: 'Other/2.0',
    actor: null,
    details: null,
    created_at: '2026-11-21T10:00:00.000Z',
  };
  const marks = async (changes: object) => {
    const items = [{ ...entry, ...changes }];
    const { browser } = await createSignedIn({
      [accountCalls.searchLog.path]: data({ items, next_cursor: null }),
    });
    return (await browser.get('/account/activity')).body.section.items[0].isUnlike as boolean;
  };

  test.each([
    ['the same network', { ip: here }, false],
    ['the same program', { user_agent: 'Test/1.0' }, false],
    ['an operator, whose address is not shown', { ip: null, actor: { kind: 'operator' } }, false],
    ['a program of others', { event: 'user.exchange' }, false],
    ['another network and program', {}, true],
    ['another network and program that failed', { outcome: 'failure' }, true],
  ])('%s: marked %j', async (_what, changes, isMarked) => {
    expect(await marks(changes)).toBe(isMarked);
  });

  test.each([
    ['', {}, 'all'],
    ['?kind=devices', { kind: 'devices' }, 'devices'],
    ['?kind=nonsense', {}, 'all'],
    ['?outcome=failure&kind=devices', { outcome: 'failure' }, 'failures'],
    ['?outcome=nonsense', {}, 'all'],
  ])('%s asks for %j', async (query, filters, shown) => {
    const { browser, asked } = await createSignedIn();
    asked.length = 0;
    const { body } = await browser.get(`/account/activity${query}`);
    expect([body.section.shown, asked]).toEqual([
      shown,
      [[accountCalls.searchLog.path, { limit: 20, ...filters }]],
    ]);
  });

  test.each([
    [null, 'Signed out'],
    [{ by: 'sign_in' }, 'A newer sign-in in the same browser took the place of an older one'],
  ])('200 an end of a sign-in with details %j is called %s', async (details, words) => {
    const items = [{ ...entry, event: 'session.logout', details }];
    const { browser } = await createSignedIn({
      [accountCalls.searchLog.path]: data({ items, next_cursor: null }),
    });
    expect((await browser.get('/account/activity', html)).text).toContain(`<strong>${words}</strong>`);
  });

  test('200 says in words who got access, and with what', async () => {
    const client = { id: 'cli', name: 'Latchkey command line' };
    const approved = {
      ...entry,
      event: 'device.approved',
      client,
      details: { device_name: 'anna’s laptop' },
    };
    const denied = { ...entry, event: 'device.denied', client };
    const { browser } = await createSignedIn({
      [accountCalls.searchLog.path]: data({ items: [approved, denied], next_cursor: null }),
    });
    const words = (await browser.get('/account/activity', html)).text
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' ');
    expect(words).toContain('Latchkey command line on “anna’s laptop” got access');
    expect(words).toContain('Latchkey command line was denied access');
  });
});

describe('GET /account, what needs attention', () => {
  const attention = async (changes: object, invitations = 0) => {
    const invitation = {
      invite: 'i1',
      org: { id: 'o1', slug: 'acme', name: 'Acme' },
      role: 'member',
      invited_by: { name: 'Bob', email: 'bob@acme.test' },
      expires_at: '2026-11-28T10:00:00.000Z',
    };
    const items = Array.from({ length: invitations }, () => invitation);
    const { browser } = await createSignedIn({
      [accountCalls.view.path]: data({ ...person, mfa: true, recovery_codes_left: 4, ...changes }),
      [accountCalls.searchInvitations.path]: data({ items, next_cursor: invitations > 1 ? 'next' : null }),
    });
    return (await browser.get('/account', html)).text;
  };

  test.each([
    ['an address that nobody verified', { email_verified: false }, 0, 'value="ask_confirmation"'],
    ['no one-time codes', { mfa: false }, 0, 'Set up one-time codes'],
    ['few recovery codes', { recovery_codes_left: 3 }, 0, 'Few recovery codes are left: 3.'],
    ['no recovery codes', { recovery_codes_left: 0 }, 0, 'You have no recovery codes.'],
    ['devices off', { device_sign_in: 'off' }, 0, 'New devices and apps are not allowed.'],
    ['an open invitation', {}, 1, 'Open invitations: 1<'],
    ['more than a page of invitations', {}, 2, 'Open invitations: 2+<'],
  ])('%s is shown', async (_what, changes, invitations, words) => {
    const text = await attention(changes, invitations);
    expect(text).toContain(words);
    expect(text).toContain('What needs your attention');
  });

  test('nothing is shown where nothing does', async () => {
    expect(await attention({})).not.toContain('What needs your attention');
  });
});
