import { accountCalls, ApiError, doorCalls, type LinkPurpose } from '@latchkey/contracts';
import { password } from '../browser.ts';
import {
  blank,
  createDoors,
  email,
  html,
  invitation,
  newPassword,
  openLink,
  refusal,
  signIn,
  tokenOf,
} from '../doors.ts';
import { ssoUrl } from '../sso-harness.ts';

const passwords = { new_password: newPassword, new_password_again: newPassword };
const making = { act: 'sign_up', email: blank.email, name: 'Ada', ...passwords };
const setting = { act: 'reset', email, ...passwords };
const session = '__Host-latchkey-session';

describe('POST /signup with a link', () => {
  test('200 makes the account, signs in with a new secret, and says to go back in a browser that did not begin', async () => {
    const doors = createDoors({ links: { a: { name: 'From the operator' } } });
    const browser = doors.openBrowser();
    const { csrf = '' } = await openLink(browser, '/signup', 'a');
    const secret = browser.cookies.get('__Host-latchkey-browser');
    const { status, text } = await browser.send('/signup', { csrf, ...making, ui_locales: 'en' }, html);
    expect([status, text.includes('go back there to continue')]).toEqual([200, true]);
    expect(doors.asked.at(-1)).toEqual([
      doorCalls.signUp.path,
      {
        token: tokenOf('a'),
        name: 'Ada',
        password: newPassword,
        locale: 'en',
        ip: '198.51.100.7',
        user_agent: 'Test/1.0',
      },
    ]);
    expect(browser.cookies.get('__Host-latchkey-browser')).not.toBe(secret);
    expect([browser.cookies.has(session), browser.cookies.has('__Host-latchkey-link-sign_up')]).toEqual([
      true,
      false,
    ]);
    expect((await browser.get('/session')).body.account).toBe(blank.email);
  });

  test('303 on to the code that the person was approving, in the browser that began, once', async () => {
    const doors = createDoors({ links: { a: {} } });
    const browser = doors.openBrowser();
    const { csrf: first = '' } = await browser.open();
    const form = { csrf: first, decision: 'signup', user_code: 'bcdfghjk', email: 'x', password: 'y' };
    const led = await browser.post('/device_login', form, html);
    expect([led.status, led.headers['location']]).toEqual([
      303,
      expect.stringMatching(`${ssoUrl}/signup[?]shown=`),
    ]);
    const asked = await browser.get((led.headers['location'] as string).slice(ssoUrl.length), html);
    expect(asked.text).toContain('inputmode="email" value="x"');
    const { csrf: asking = '' } = (await browser.get('/signup')).body as Record<string, string>;
    await browser.send('/signup', { csrf: asking, act: 'ask', email: blank.email });
    const { csrf = '' } = await openLink(browser, '/signup', 'a');
    const { status, headers } = await browser.send('/signup', { csrf, ...making }, html);
    expect([status, headers['location']]).toEqual([303, `${ssoUrl}/device_login?user_code=BCDF-GHJK`]);
    expect(browser.cookies.has('__Host-latchkey-going')).toBe(false);
  });

  test('403 leads nobody aside by a form of another site', async () => {
    const browser = createDoors().openBrowser();
    const answer = await browser.send('/device_login', { decision: 'signup', user_code: 'BCDF-GHJK' }, html);
    expect([answer.status, browser.cookies.has('__Host-latchkey-going')]).toEqual([403, false]);
  });

  test('200 the account, which says that it is ready, for who asked for the link in this browser', async () => {
    const doors = createDoors({ links: { a: {} } });
    const browser = doors.openBrowser();
    const { csrf: asking = '' } = (await browser.get('/signup')).body as Record<string, string>;
    await browser.send('/signup', { csrf: asking, act: 'ask', email: blank.email });
    const { csrf = '' } = await openLink(browser, '/signup', 'a');
    const { text } = await browser.send('/signup', { csrf, ...making }, html);
    expect(text).toContain('<p class="notice" role="status">Your account is ready.</p>');
  });

  test.each([
    [400, 'name_refused', { name: ' ' }],
    [400, 'password_missing', { new_password: '' }],
    [400, 'new_passwords_differ', { new_password_again: 'another' }],
  ])('%i %s for %j, without asking user-api to do it', async (status, problem, changes) => {
    const doors = createDoors({ links: { a: {} } });
    const browser = doors.openBrowser();
    const { csrf = '' } = await openLink(browser, '/signup', 'a');
    const answer = await browser.send('/signup', { csrf, ...making, ...changes });
    expect([answer.status, answer.body.problem, doors.open.size]).toEqual([status, problem, 1]);
    expect(doors.pathsOf()).not.toContain(doorCalls.signUp.path);
  });

  test.each([
    [400, 'new_password_long', 'invalid_value', 'password'],
    [400, 'name_refused', 'invalid_value', 'name'],
  ])(
    '%i %s where user-api refuses it, and the name that was typed stays',
    async (status, problem, code, field) => {
      const answers = { [doorCalls.signUp.path]: refusal(code, { field }) };
      const doors = createDoors({ links: { a: {} }, answers });
      const browser = doors.openBrowser();
      const { csrf = '' } = await openLink(browser, '/signup', 'a');
      const answer = await browser.send('/signup', { csrf, ...making });
      expect([answer.status, answer.body.problem]).toEqual([status, problem]);
      const { text } = await browser.send('/signup', { csrf, ...making, name: 'Ada "L"' }, html);
      expect(text).toContain('value="Ada &quot;L&quot;"');
      expect(text).not.toContain(newPassword);
    },
  );

  test('303 for a second tab that sends the same form later: one account, and it leads on', async () => {
    const doors = createDoors({ links: { a: {} } });
    const browser = doors.openBrowser();
    const { csrf = '' } = await openLink(browser, '/signup', 'a');
    await browser.send('/signup', { csrf, ...making });
    const again = await browser.send('/signup', { csrf, ...making }, html);
    expect([again.status, again.headers['location']]).toEqual([303, `${ssoUrl}/account`]);
    expect(doors.pathsOf().filter((path) => path === doorCalls.signUp.path)).toHaveLength(1);
    const back = await browser.get('/signup', html);
    expect([back.status, back.headers['location']]).toEqual([303, `${ssoUrl}/account`]);
  });

  test('403 for that form where somebody else is signed in by then', async () => {
    const doors = createDoors({ links: { a: {} } });
    const browser = await signIn(doors);
    const { status } = await browser.send('/signup', { csrf: 'old', ...making });
    expect([status, doors.asked]).toEqual([403, []]);
  });

  test('200 for a double click, whose first answer never came: what was typed signs in', async () => {
    const doors = createDoors({ links: { a: { email } } });
    const browser = doors.openBrowser();
    const { csrf = '' } = await openLink(browser, '/signup', 'a');
    const form = {
      csrf,
      act: 'sign_up',
      email,
      name: 'Demo',
      new_password: password,
      new_password_again: password,
    };
    const cookies = new Map(browser.cookies);
    await browser.send('/signup', form);
    browser.cookies.clear();
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    const { text } = await browser.send('/signup', form, html);
    expect([text.includes('Your account is ready.'), browser.cookies.has(session)]).toEqual([true, true]);
  });

  test('404 where a stranger used the link: what was typed signs nobody in', async () => {
    const doors = createDoors({ links: { a: {} } });
    const browser = doors.openBrowser();
    const { csrf = '' } = await openLink(browser, '/signup', 'a');
    doors.open.clear();
    const { status, body } = await browser.send('/signup', { csrf, ...making });
    expect([status, body.outcome, browser.cookies.has(session)]).toEqual([404, 'ended', false]);
  });

  test('200 the page as it is now where the address has got an account meanwhile', async () => {
    const answers = { [doorCalls.signUp.path]: refusal('already_exists') };
    const doors = createDoors({ links: { a: {} }, answers });
    const browser = doors.openBrowser();
    const { csrf = '' } = await openLink(browser, '/signup', 'a');
    doors.open.set(tokenOf('a'), { ...blank, has_account: true, user_id: 'user-1', email });
    const { body } = await browser.send('/signup', { csrf, ...making });
    expect(body.outcome).toBe('sign_in');
    const led = await browser.post('/signup', { csrf: body.csrf as string, act: 'sign_in' }, html);
    expect([led.status, led.headers['location']]).toEqual([
      303,
      expect.stringMatching(`${ssoUrl}/login[?]shown=`),
    ]);
    const asked = await browser.get((led.headers['location'] as string).slice(ssoUrl.length), html);
    expect(asked.text).toContain(`inputmode="email" value="${email}"`);
  });
});

describe('POST /reset with a link', () => {
  const reset = { purpose: 'reset', user_id: 'user-1', has_account: true, email } as const;

  test('200 sets the password and signs in', async () => {
    const doors = createDoors({ links: { r: reset } });
    const browser = doors.openBrowser();
    const { csrf = '', outcome } = await openLink(browser, '/reset', 'r');
    expect(outcome).toBe('reset');
    const { body } = await browser.send('/reset', { csrf, ...setting });
    expect([body.outcome, browser.cookies.has(session)]).toEqual(['password_set', true]);
    expect(doors.asked.at(-1)?.[1]).toMatchObject({
      token: tokenOf('r'),
      new_password: newPassword,
      code: undefined,
    });
  });

  test.each([
    [401, 'mfa_required', 'one_time_code_required', '', refusal('unexpected')],
    [
      401,
      'invalid_credentials',
      'link_code_invalid',
      '123',
      refusal('invalid_credentials', { field: 'code' }),
    ],
    [401, 'mfa_required', 'one_time_code_required', '123', refusal('mfa_required')],
    [
      400,
      'invalid_value',
      'new_password_same',
      '123',
      refusal('invalid_value', { field: 'new_password', about: { rule: 'same', least: '12' } }),
    ],
  ])('%i %s: %s with the code %j, and the link stays', async (status, error, problem, code, answer) => {
    const answers = { [doorCalls.resetPassword.path]: answer };
    const doors = createDoors({ links: { r: { ...reset, needs_code: true } }, answers });
    const browser = doors.openBrowser();
    const { csrf = '' } = await openLink(browser, '/reset', 'r');
    const { status: got, body } = await browser.send('/reset', { csrf, ...setting, code });
    expect([got, body.error, body.problem]).toEqual([status, error, problem]);
    expect(browser.cookies.has('__Host-latchkey-link-reset')).toBe(true);
  });

  test('200 for who is signed in with that account; 303 for the form that is sent twice', async () => {
    const doors = createDoors({ links: { r: reset } });
    const browser = await signIn(doors);
    const { csrf = '' } = await openLink(browser, '/reset', 'r');
    expect((await browser.send('/reset', { csrf, ...setting })).body.outcome).toBe('password_set');
    expect((await browser.send('/reset', { csrf, ...setting, email: blank.email }, html)).status).toBe(303);
  });

  test('403 where the person signed in again meanwhile: the password is not said to be set', async () => {
    const doors = createDoors({ links: { r: reset } });
    const browser = await signIn(doors);
    const { csrf = '' } = await openLink(browser, '/reset', 'r');
    await browser.signIn({ user_code: (await doors.start()).user_code });
    expect((await browser.send('/reset', { csrf, ...setting })).status).toBe(403);
    expect(doors.open.size).toBe(1);
  });

  test('400 for an act of another page', async () => {
    const browser = createDoors({ links: { r: reset } }).openBrowser();
    const { csrf = '' } = await openLink(browser, '/reset', 'r');
    expect((await browser.send('/reset', { csrf, ...setting, act: 'accept' })).status).toBe(400);
  });
});

const mine = { user_id: 'user-1', has_account: true, email };
const answering: [
  path: string,
  purpose: LinkPurpose,
  act: string,
  call: keyof typeof accountCalls,
  done: string,
][] = [
  ['/invitation', 'invitation', 'accept', 'acceptInvitation', 'accepted'],
  ['/invitation', 'invitation', 'decline', 'declineInvitation', 'declined'],
  ['/confirm', 'confirm', 'confirm', 'confirmEmail', 'confirmed'],
];

describe.each(answering)('%s (%s): %s', (path, purpose, act, call, done) => {
  const link = { ...mine, purpose, invitation: purpose === 'invitation' ? invitation : null };
  const callPath = accountCalls[call].path;

  test('200 by who is signed in with that account, once', async () => {
    const doors = createDoors({ links: { i: link } });
    const browser = await signIn(doors);
    const { csrf = '', outcome } = await openLink(browser, path, 'i');
    expect(outcome).toBe(act === 'confirm' ? 'confirm' : 'answer');
    const { body } = await browser.send(path, { csrf, act });
    expect([body.outcome, doors.pathsOf().at(-1)]).toEqual([done, callPath]);
    const again = await browser.send(path, { csrf, act });
    expect([again.status, again.body.outcome]).toEqual([404, 'no_link']);
  });

  test('303 to the sign-in and back for who is signed out', async () => {
    const doors = createDoors({ links: { i: link } });
    const browser = doors.openBrowser();
    const { csrf = '', outcome } = await openLink(browser, path, 'i');
    expect(outcome).toBe('sign_in');
    // The act itself needs a sign-in.
    expect((await browser.send(path, { csrf, act })).body.outcome).toBe('sign_in');
    const led = await browser.post(path, { csrf, act: 'sign_in' }, html);
    expect([led.status, led.headers['location']]).toEqual([
      303,
      expect.stringMatching(`${ssoUrl}/login[?]shown=`),
    ]);
    const back = await browser.logIn({}, html);
    expect(back.headers['location']).toBe(`${ssoUrl}${path}`);
    expect((await browser.get(path)).body.outcome).toBe(act === 'confirm' ? 'confirm' : 'answer');
  });

  test('303 to the sign-in where it ended in the middle: nothing is done', async () => {
    const doors = createDoors({ links: { i: link }, answers: { [callPath]: undefined } });
    const browser = await signIn(doors);
    const { csrf = '' } = await openLink(browser, path, 'i');
    const { status, headers } = await browser.send(path, { csrf, act }, html);
    expect([status, headers['location']]).toEqual([303, `${ssoUrl}/login`]);
    expect(browser.cookies.has(`__Host-latchkey-link-${purpose}`)).toBe(true);
  });

  test('200 does nothing for another account, and names both', async () => {
    const doors = createDoors({ links: { i: { ...link, user_id: 'user-8', email: 'eve@latchkey.test' } } });
    const browser = await signIn(doors);
    const shown = await openLink(browser, path, 'i');
    expect(shown).toMatchObject({ outcome: 'other_account', account: email, email: 'eve@latchkey.test' });
    expect((await browser.get(path, html)).text).toContain('name="next" value="' + path.slice(1));
    await browser.send(path, { csrf: shown['csrf'] ?? '', act });
    expect(doors.pathsOf()).not.toContain(callPath);
  });

  test('404 where it was answered or has ended meanwhile', async () => {
    const doors = createDoors({ links: { i: link }, answers: { [callPath]: refusal('not_found') } });
    const browser = await signIn(doors);
    const { csrf = '' } = await openLink(browser, path, 'i');
    const { status, body } = await browser.send(path, { csrf, act });
    expect([status, body.outcome]).toEqual([404, 'ended']);
  });

  test('503 while user-api cannot be reached: the link stays', async () => {
    const doors = createDoors({ links: { i: link } });
    const browser = await signIn(doors);
    const { csrf = '' } = await openLink(browser, path, 'i');
    doors.down.is = true;
    expect((await browser.send(path, { csrf, act })).status).toBe(503);
    expect(browser.cookies.has(`__Host-latchkey-link-${purpose}`)).toBe(true);
  });
});

describe('/invitation for who has no account', () => {
  const link = { purpose: 'invitation', invitation } as const;

  test('200 shows org, role and who invites, cleaned and in quotation marks', async () => {
    const org = { ...invitation.org, name: `<b>\u202eAcme${'x'.repeat(80)}` };
    const doors = createDoors({ links: { i: { ...link, invitation: { ...invitation, org } } } });
    const browser = doors.openBrowser();
    await openLink(browser, '/invitation', 'i');
    const { text } = await browser.get('/invitation', html);
    expect(text).toContain(`“<bdi translate="no">&lt;b&gt;Acme${'x'.repeat(56)}…</bdi>”`);
    for (const part of ['member', 'Bea', 'bea@latchkey.test', blank.email]) expect(text).toContain(part);
  });

  test('200 makes it on one page, and the account names the org', async () => {
    const doors = createDoors({ links: { i: link }, settings: { signUp: 'invited' } });
    const browser = doors.openBrowser();
    const { csrf = '' } = await openLink(browser, '/invitation', 'i');
    const { text } = await browser.send('/invitation', { csrf, ...making }, html);
    expect(text).toContain('You now belong to “<bdi translate="no">Acme</bdi>”.');
  });

  test('200 the same page without the org for an account that an operator made', async () => {
    const doors = createDoors({ links: { i: { ...link, invitation: null, name: 'Ada' } } });
    const browser = doors.openBrowser();
    await openLink(browser, '/invitation', 'i');
    const { text } = await browser.get('/invitation', html);
    expect([text.includes('<dl'), text.includes('value="Ada"')]).toEqual([false, true]);
  });
});

test('503 where user-api cannot be asked who is signed in: no page of links does anything', async () => {
  const doors = createDoors({ links: { a: {} } });
  const browser = await signIn(doors);
  doors.context.userApi.viewRootSession = () =>
    Promise.reject(new ApiError({ code: 'upstream_unavailable', message: '' }));
  expect((await browser.get(`/signup?link=${tokenOf('a')}`)).status).toBe(503);
  expect(browser.cookies.has('__Host-latchkey-link-sign_up')).toBe(false);
});

describe('/restore: restore', () => {
  const link = { ...mine, purpose: 'restore' as const, invitation: null, email: 'old@latchkey.test' };

  test.each([
    ['nobody', (doors: ReturnType<typeof createDoors>) => Promise.resolve(doors.openBrowser())],
    ['somebody', signIn],
  ] as const)('200 for who reads the mail, with %s signed in, once', async (_who, open) => {
    const doors = createDoors({ links: { o: link } });
    const browser = await open(doors);
    const { csrf = '', outcome } = await openLink(browser, '/restore', 'o');
    expect(outcome).toBe('restore');
    expect(doors.pathsOf()).not.toContain(doorCalls.restoreAddress.path);
    const form = { csrf, act: 'restore' };
    const { body } = await browser.send('/restore', form);
    expect([body.outcome, doors.pathsOf().at(-1)]).toEqual(['restored', doorCalls.restoreAddress.path]);
    expect((await browser.send('/restore', form)).body.outcome).toBe('no_link');
  });

  test.each(['not_found', 'already_exists'])('404 where the link has ended meanwhile (%s)', async (code) => {
    const answers = { [doorCalls.restoreAddress.path]: refusal(code) };
    const doors = createDoors({ links: { o: link }, answers });
    const browser = doors.openBrowser();
    const { csrf = '' } = await openLink(browser, '/restore', 'o');
    const { status, body } = await browser.send('/restore', { csrf, act: 'restore' });
    expect([status, body.outcome]).toEqual([404, 'ended']);
  });
});
