import { ApiError } from '@latchkey/contracts';
import { errors } from '../../src/errors.ts';
import { createOperatorPlace } from '../../src/oauth/token/place-rule.ts';
import { ann, data, goodCode, html, openConsole, refusal, type Shown } from '../console.ts';
import { realTime } from '../sso-harness.ts';
import { redis } from '../test-servers.ts';

const thing = `/console/people/${ann.id}`;
const disable = { act: 'disable_user' };
const at = ({ body }: { body: unknown }) => (body as Shown).section.at;

describe('power ends', () => {
  test('where another network has the cookies, for both', async () => {
    const { enter, open, openBrowser, browser } = await openConsole();
    await enter();
    const thief = openBrowser('203.0.113.9');
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
    expect((await open('/console/people', thief)).section.at).toBe('enter');
    expect((await open()).section.at).toBe('enter');
  });

  test('where another browser has the cookie of the sign-in only', async () => {
    const { enter, open, openBrowser, browser } = await openConsole();
    await enter();
    const thief = openBrowser();
    const name = '__Host-latchkey-session';
    thief.cookies.set(name, browser.cookies.get(name) ?? '');
    expect((await open('/console/people', thief)).section.at).toBe('enter');
    expect((await open()).section.at).toBe('enter');
  });

  test('by the button, and in another tab nothing is done then', async () => {
    const { enter, open, browser, acts, ssoUrl } = await openConsole();
    await enter();
    const [first, second] = [await open(thing), await open(thing)];
    const ended = await browser.post('/console', { csrf: first.csrf, act: 'end_power' }, html);
    expect([ended.status, ended.headers['location']]).toEqual([303, `${ssoUrl}/console`]);
    expect(at(await browser.send(thing, { csrf: second.csrf, ...disable }))).toBe('enter');
    expect(acts()).toEqual([]);
  });

  test('with the sign-out, and with what Redis loses or somebody else writes', async () => {
    const { enter, open, browser, context, sessions } = await openConsole();
    const [session] = sessions.values();
    const key = `sso:power:${session?.id ?? ''}`;
    await enter();
    const kept = (await redis.get(key)) ?? '';
    await redis.set(key, kept.replace('198.51.100', '198.51.101'));
    expect((await open()).section.at).toBe('enter');
    await redis.del(key);
    expect((await open()).section.at).toBe('enter');
    await enter();
    const { csrf } = await open();
    await browser.post('/logout', { csrf });
    expect(await context.powers.find(session?.id ?? '')).toBeUndefined();
  });

  test('and a sign-out is done also while Redis is lost', async () => {
    const { open, browser, context, sessions } = await openConsole();
    const { csrf } = await open();
    context.powers.end = () => Promise.reject(new Error('Redis is lost'));
    const left = await browser.post('/logout', { csrf }, html);
    expect([left.status, sessions.size]).toEqual([303, 0]);
  });

  test('of who is no operator any more: 404', async () => {
    const { enter, browser, sessions } = await openConsole();
    await enter();
    for (const [token, session] of sessions) sessions.set(token, { ...session, kind: 'user' });
    expect((await browser.get('/console/people')).status).toBe(404);
  });

  test('where the sign-in ended meanwhile: 303 to the sign-in', async () => {
    const { enter, browser } = await openConsole({ '/admin/user/search': refusal('session_revoked') });
    await enter();
    const led = await browser.get('/console/people', html);
    expect(led.headers['location']).toContain('/login');
  });
});

describe('power is refused, and stands in the log', () => {
  test.each([
    ['other_network', { isOperatorPlace: createOperatorPlace('203.0.113.0/24') }],
    ['no_passkey', { operatorMfa: 'passkey' }],
  ] as const)('403 for %s, whatever else is right', async (reason, settings) => {
    const { submit, open, events, asked, acts } = await openConsole({}, { settings });
    const refused = await submit(thing, { act: 'enter', code: goodCode });
    expect([refused.status, refused.body.error]).toEqual([403, 'forbidden']);
    const act = await submit(thing, { act: 'enable_user', code: goodCode });
    expect([act.status, acts(), asked]).toEqual([403, [], []]);
    expect((await open()).section.at).toBe('enter');
    const logged = (await events()).filter(({ type }) => type === 'admin.refused');
    expect(logged[0]?.data).toMatchObject({ reason, user_id: 'user-6', client_id: 'latchkey-console' });
  });

  test('429 by the budgets of user-api, with the wait', async () => {
    const throttled = refusal('throttled', { retryAfterSeconds: 120 });
    const { submit } = await openConsole({ '/internal/v1/root-sessions/step_up': throttled });
    const { status, body, headers } = await submit('/console/people', { act: 'enter', code: goodCode });
    expect([status, headers['retry-after']]).toEqual([429, '120']);
    expect((body as Shown).problem).toContain('in 2 minutes');
    const shown = await submit('/console/people', { act: 'enter', code: goodCode }, html);
    expect([shown.status, shown.text.includes('in 2 minutes')]).toEqual([429, true]);
  });
});

describe('an act that needs a fresh code', () => {
  const enable = {
    '/admin/user/enable': (body: object) =>
      'auth.code' in body
        ? data({ status: 'active' })
        : refusal('fresh_code_required', { field: 'auth.code' }),
  };

  test('is done without power, and the power begins with it, in the log', async () => {
    const { submit, open, logged, asked } = await openConsole(enable);
    const done = await submit(thing, { act: 'enable_user', code: goodCode });
    expect((done.body as Shown).notice).toBe('The account is enabled.');
    expect(asked.map(({ path }) => path)).not.toContain('/internal/v1/root-sessions/step_up');
    expect([(await open(thing)).section.at, logged]).toMatchObject(['thing', [{ type: 'admin.granted' }]]);
  });

  test('says what it did also where the power cannot begin', async () => {
    const { submit, open, context } = await openConsole(enable);
    context.userApi.logEvents = () => Promise.reject(new ApiError(errors.temporarilyUnavailable));
    const { status, body } = await submit(thing, { act: 'enable_user', code: goodCode });
    expect([status, (body as Shown).notice]).toEqual([200, 'The account is enabled.']);
    expect((await open(thing)).section.at).toBe('enter');
  });

  test('begins no power where it is refused, and its form stays as typed', async () => {
    const wrong = { '/admin/user/set_kind': refusal('invalid_credentials') };
    const { submit, logged } = await openConsole(wrong);
    const { status, body } = await submit(thing, { act: 'set_kind', kind: 'root', code: goodCode });
    expect([status, logged, (body as Shown).section]).toMatchObject([
      401,
      [],
      { at: 'enter', form: { act: 'set_kind', typed: { kind: 'root' } } },
    ]);
  });

  test('is asked for its code where the power is there, and no act without such a code goes without power', async () => {
    const { enter, submit, acts } = await openConsole(enable);
    const early = await submit(thing, { ...disable, code: '000000' });
    expect([early.status, acts()]).toEqual([401, []]);
    await enter();
    const { status, body } = await submit(thing, { act: 'enable_user' });
    expect([status, (body as Shown).problem]).toEqual([403, 'Fill in this field.']);
  });
});

describe('a form', () => {
  test('that is forged, of another browser, or names no act of its place does nothing', async () => {
    const { enter, open, browser, openBrowser, signIn, acts } = await openConsole();
    await enter();
    const { csrf } = await open(thing);
    const other = openBrowser();
    await signIn('operator@latchkey.test', other);
    const sent = [
      await browser.post(thing, { csrf: 'forged', ...disable }),
      await browser.post(thing, { csrf, ...disable }, { origin: 'https://evil.example' }),
      await other.post(thing, { csrf, ...disable }),
      await browser.post(thing, { csrf, act: 'create_user' }),
      await browser.post('/console/people', { csrf: (await open()).csrf, act: 'enable_user' }),
    ];
    expect(sent.map(({ status }) => status)).toEqual([403, 403, 403, 400, 400]);
    expect(acts()).toEqual([]);
  });

  test('whose act was refused may be sent again, but power begins only once with its passkey', async () => {
    const { open, browser, clock, acts, logged } = await openConsole({
      '/internal/v1/root-sessions/step_up': ({ passkey }) =>
        passkey === 'signed' ? data({ stepped_up: true }) : refusal('invalid_credentials'),
      '/admin/user/disable': refusal('state_conflict'),
    });
    const { csrf } = await open(thing);
    const form = { csrf, ...disable, passkey: 'signed', passkey_begun: String(clock.now()) };
    expect((await browser.post(thing, form)).status).toBe(409);
    await browser.post('/console', { csrf, act: 'end_power' });
    expect((await browser.post(thing, form)).status).toBe(401);
    expect([acts().length, logged.length]).toEqual([1, 1]);
  });

  test('that many send at once acts once, and each is said what it did', async () => {
    let done = 0;
    const slow = async () => {
      done += 1;
      await realTime.pause(50);
      return data({ status: 'disabled', ended: 1, client_count: 0 });
    };
    const { enter, open, browser } = await openConsole(
      { '/admin/user/disable': slow },
      { context: realTime },
    );
    await enter();
    const { csrf } = await open(thing);
    const sent = await Promise.all(
      Array.from({ length: 6 }, () => browser.post(thing, { csrf, ...disable })),
    );
    expect([done, new Set(sent.map(({ body }) => (body as Shown).notice)).size]).toEqual([1, 1]);
  });

  test('whose process died says that nobody knows, and never acts again', async () => {
    let done = 0;
    const dies = () => {
      done += 1;
      throw new ApiError({ code: 'upstream_unavailable', message: 'user-api is not available' });
    };
    const { enter, open, browser } = await openConsole({ '/admin/user/disable': dies });
    await enter();
    const { csrf } = await open(thing);
    expect((await browser.send(thing, { csrf, ...disable })).status).toBe(503);
    const { body } = await browser.send(thing, { csrf, ...disable });
    expect([(body as Shown).notice, done]).toEqual([expect.stringContaining('is not known'), 1]);
  });

  test('with what is shown once shows it in place, and never again', async () => {
    const reset = { '/admin/user/reset_password': data({ password: 'random-words', ended: 1 }) };
    const { enter, open, browser } = await openConsole(reset);
    await enter();
    const { csrf } = await open(thing);
    const form = { csrf, act: 'reset_password', code: goodCode };
    const first = await browser.post(thing, form, html);
    expect([first.status, first.text]).toEqual([200, expect.stringContaining('random-words')]);
    const again = await browser.send(thing, form, html);
    expect(again.text).toContain('The account has a new password.');
    expect(again.text).not.toContain('random-words');
  });
});
