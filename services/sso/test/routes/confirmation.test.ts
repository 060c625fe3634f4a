import { errors } from '../../src/errors.ts';
import { revokeDevices } from '../../src/oauth/consent/revoke-devices.ts';
import { settleEnded } from '../../src/oauth/device/settle-ended.ts';
import { hashDeviceCode } from '../../src/oauth/device/start-device-authorization.ts';
import { readUserCode } from '../../src/oauth/device/user-code.ts';
import { createPlaceRule } from '../../src/oauth/token/place-rule.ts';
import { createPage } from '../browser.ts';
import { deviceKey, startMs, userCodeKey } from '../device-request.ts';
import { oauthError } from '../sso-harness.ts';
import { database, redis } from '../test-servers.ts';

const says = { client_id: 'demo-cli', confirmation: 'number' };
const pending = oauthError(errors.authorizationPending);

/** An installation in which all devices need a number, and a device that can ask for it. */
async function startNumbered(form: Record<string, string> = says) {
  const page = createPage({ settings: { confirmation: 'all' } });
  const started = await page.start(form, { 'x-forwarded-for': '198.51.100.200' });
  const poll = (more: Record<string, string> = {}) => {
    const { device_code } = started;
    return page.post('/token', { grant_type: 'device_code', client_id: 'demo-cli', device_code, ...more });
  };
  return { ...page, ...started, poll };
}

/** The same after the person has approved. */
async function startHeld() {
  const page = await startNumbered();
  const browser = page.openBrowser();
  const confirm = await browser.signIn({ user_code: page.user_code });
  const led = await browser.decide(confirm, 'approve');
  const shown = led.body as Record<string, string>;
  const { number = '', csrf = '' } = shown;
  const wrong = number === '0000' ? '0001' : '0000';
  const stop = () => browser.send('/device_login', { csrf, user_code: page.user_code, decision: 'stop' });
  return { ...page, browser, confirm, shown, number, wrong, stop };
}

describe('POST /device_authorization', () => {
  const scope = 'openid admin';

  test.each([
    ['off', 'openid', undefined],
    ['off', scope, undefined],
    ['admin', 'openid', undefined],
    ['admin', scope, 'number'],
    ['all', 'openid', 'number'],
  ] as const)(
    '200 and with %s a request for %s is answered confirmation %s',
    async (confirmation, asked, answer) => {
      const page = createPage({ settings: { confirmation } });
      page.changeClient('demo-cli', ({ scopes }) => ({ scopes: [...scopes, 'admin'] }));
      const started = await page.start({ ...says, scope: asked });
      expect((started as { confirmation?: string }).confirmation).toBe(answer);
      expect((await page.find(started.user_code))?.confirmation).toBe(answer);
    },
  );

  test('400 with all, for a device that cannot ask; it names what is needed', async () => {
    const page = createPage({ settings: { confirmation: 'all' } });
    const { status, body } = await page.post('/device_authorization', { client_id: 'demo-cli' });
    expect([status, body]).toEqual([
      400,
      { ...oauthError(errors.confirmationMissing), confirmation: 'number' },
    ]);
  });

  test.each(['all', 'off'] as const)('400 with %s for another value', async (confirmation) => {
    const page = createPage({ settings: { confirmation } });
    const { status, body } = await page.post('/device_authorization', { ...says, confirmation: 'letters' });
    expect([status, body]).toEqual([400, oauthError(errors.confirmationUnknown)]);
  });

  test('what a request needs is settled when it begins', async () => {
    const page = createPage({ settings: { confirmation: 'off' } });
    const { user_code } = await page.start(says);
    Object.assign(page.context.settings, { confirmation: 'all' });
    const browser = page.openBrowser();
    const done = await browser.decide(await browser.signIn({ user_code }), 'approve');
    expect(done.body).toMatchObject({ outcome: 'approved' });
  });
});

describe('admin', () => {
  async function startAdmin(form: Record<string, string>) {
    const page = createPage({ settings: { confirmation: 'admin', refusePlace: createPlaceRule('any', '') } });
    page.changeClient('demo-cli', ({ scopes }) => ({ scopes: [...scopes, 'admin'] }));
    page.standings.set('user-1', { ...page.standings.get('user-1')!, kind: 'root' });
    const started = await page.start({ client_id: 'demo-cli', scope: 'openid admin', ...form });
    const browser = page.openBrowser();
    const confirm = await browser.signIn({ user_code: started.user_code });
    const done = await browser.decide(confirm, 'approve');
    const { device_code } = started;
    const redeem = (more: Record<string, string> = {}) =>
      page.post('/token', { grant_type: 'device_code', client_id: 'demo-cli', device_code, ...more });
    return { ...page, confirm, done, redeem };
  }

  test('200 without it for a device that cannot ask for the number', async () => {
    const { confirm, done, redeem, events } = await startAdmin({});
    expect(confirm.body).toMatchObject({ outcome: 'confirm', admin_refused: 'no_confirmation' });
    expect(done.body).toMatchObject({ outcome: 'approved', admin_refused: 'no_confirmation' });
    expect((await redeem()).body).toMatchObject({ scope: 'openid offline_access' });
    expect((await events())[0]).toMatchObject({ type: 'admin.refused', data: { reason: 'no_confirmation' } });
  });

  test('200 with it once the number is given back', async () => {
    const { done, redeem, typesOf } = await startAdmin({ confirmation: 'number' });
    expect(done.body).toMatchObject({ outcome: 'number' });
    const { number } = done.body as { number: string };
    expect((await redeem({ confirmation: number })).body).toMatchObject({
      scope: 'openid admin offline_access',
    });
    expect(await typesOf()).toEqual(['device.approved', 'device.redeemed', 'admin.granted']);
  });
});

describe('the page after the approval', () => {
  test('200 with four digits, which the same browser sees again', async () => {
    const { browser, shown, user_code } = await startHeld();
    expect(shown).toMatchObject({ outcome: 'number', user_code, client_name: 'Demo CLI' });
    expect(shown['number']).toMatch(/^\d{4}$/);
    expect(await browser.open(user_code)).toMatchObject({ outcome: 'number', number: shown['number'] });
  });

  test('303 to the page of the code, and no number is kept anywhere', async () => {
    const page = await startNumbered();
    const browser = page.openBrowser();
    const confirm = await browser.signIn({ user_code: page.user_code });
    const { csrf, ticket } = confirm.body as Record<string, string>;
    const form = { csrf, ticket, user_code: page.user_code, decision: 'approve' } as Record<string, string>;
    const led = await browser.post('/device_login', form, { accept: 'text/html' });
    expect([led.status, new URL(led.headers['location'] ?? '').search]).toEqual([
      303,
      `?user_code=${page.user_code}`,
    ]);
    const { number } = await browser.open(page.user_code);
    const html = await browser.get(`/device_login?user_code=${page.user_code}`, { accept: 'text/html' });
    expect(html.text).toContain(`>${number}<`);
    const kept = await Promise.all(
      (await redis.keys('*')).map(async (name) =>
        (await redis.type(name)) === 'hash' ? redis.hgetall(name) : redis.get(name),
      ),
    );
    // Four digits are a part of some UUIDs and random names, where a hyphen or a letter is beside them.
    expect(JSON.stringify(kept)).not.toMatch(new RegExp(`[^\\w-]${number}[^\\w-]`));
  });

  test('400 in any other browser, which neither decides nor stops it', async () => {
    const { openBrowser, user_code, find } = await startHeld();
    const other = openBrowser();
    expect(await other.open(user_code)).toMatchObject({ outcome: 'enter', error: 'invalid_value' });
    expect((await other.signIn({ user_code })).body).toMatchObject({
      outcome: 'enter',
      error: 'invalid_value',
    });
    const { csrf = '' } = await other.open();
    const stopped = await other.send('/device_login', { csrf, user_code, decision: 'stop' });
    expect([stopped.status, stopped.body.outcome]).toEqual([400, 'code_invalid']);
    expect((await find(user_code))?.state).toBe('pending');
  });

  test('200 after a stop: nobody gets anything, and the log has a denial', async () => {
    const { browser, stop, poll, number, user_code, events } = await startHeld();
    expect((await stop()).body).toEqual({ outcome: 'denied', client_name: 'Demo CLI' });
    expect((await poll({ confirmation: number })).body.error).toBe('access_denied');
    expect(await browser.open(user_code)).toMatchObject({ outcome: 'denied' });
    const places = { request_ip: '198.51.100.200', browser_ip: '198.51.100.7' };
    expect((await events()).map(({ type, data }) => [type, data])).toEqual([
      ['device.denied', expect.objectContaining({ reason: 'denied', user_id: 'user-1', ...places })],
    ]);
  });

  test('200 with what has become of it for a stop that comes too late', async () => {
    const { stop, poll, number } = await startHeld();
    expect((await poll({ confirmation: number })).status).toBe(200);
    expect((await stop()).body).toEqual({ outcome: 'approved', client_name: 'Demo CLI' });
  });

  test('400 once it was wrong twice, and 400 once it has expired', async () => {
    const { browser, poll, wrong, user_code } = await startHeld();
    for (let at = 0; at < 2; at += 1) await poll({ confirmation: wrong });
    expect(await browser.open(user_code)).toMatchObject({ outcome: 'number_wrong', error: 'invalid_value' });
    const late = await startHeld();
    late.clock.advance(600);
    expect(await late.browser.open(late.user_code)).toMatchObject({ outcome: 'code_invalid' });
  });

  test('an approval that waits takes a place among those of an hour', async () => {
    const limited = createPage({
      settings: { confirmation: 'all', approvals: { limit: 1, windowMs: 3_600_000 } },
    });
    const outcomes: unknown[] = [];
    for (let at = 0; at < 2; at += 1) {
      const { user_code } = await limited.start(says);
      const browser = limited.openBrowser();
      outcomes.push((await browser.decide(await browser.signIn({ user_code }), 'approve')).body.outcome);
    }
    expect(outcomes).toEqual(['number', 'too_many_approvals']);
  });
});

describe('POST /token', () => {
  test('400 pending until the approval, with or without a number; then it asks for one', async () => {
    const { poll, openBrowser, user_code, clock } = await startNumbered();
    expect((await poll()).body).toEqual(pending);
    clock.advance(5);
    expect((await poll({ confirmation: '1234' })).body).toEqual(pending);
    const browser = openBrowser();
    await browser.decide(await browser.signIn({ user_code }), 'approve');
    clock.advance(5);
    const { status, body, headers } = await poll();
    expect([status, body]).toEqual([400, { ...pending, confirmation: 'number' }]);
    expect(headers).not.toHaveProperty('retry-after');
  });

  test('200 for the right number, at once and as it is typed', async () => {
    const { poll, number, typesOf } = await startHeld();
    await poll();
    const digits = Array.from(number, (digit) => String.fromCodePoint(0x660 + Number(digit))).join(' ');
    const { status, body } = await poll({ confirmation: ` ${digits}` });
    expect([status, body.scope]).toEqual([200, 'openid offline_access']);
    expect(await typesOf()).toEqual(['device.approved', 'device.redeemed']);
  });

  test('200 after one wrong number; without a value it is none', async () => {
    const { poll, number, wrong, details } = await startHeld();
    expect((await poll({ confirmation: wrong })).body).toEqual({ ...pending, confirmation: 'number' });
    expect((await poll({ confirmation: '' })).body).toEqual({ ...pending, confirmation: 'number' });
    expect((await poll({ confirmation: number })).status).toBe(200);
    expect(details).toContain('the number is wrong');
    expect(details.join()).not.toContain(number);
  });

  test('400 access_denied at the second wrong number and later, with one event of the person’s', async () => {
    const { poll, number, wrong, events, context, user_code, find } = await startHeld();
    await poll({ confirmation: wrong });
    for (const confirmation of [wrong, number, wrong])
      expect((await poll({ confirmation })).body).toEqual(oauthError(errors.accessDenied));
    expect((await find(user_code))?.failure).toBe('attempts');
    const about = { reason: 'attempts', user_id: 'user-1', client_id: 'demo-cli' };
    const places = { request_ip: '198.51.100.200', browser_ip: '198.51.100.7' };
    expect((await events()).map(({ type, data }) => [type, data])).toEqual([
      ['device.confirmation_failed', { device_id: expect.any(String), ...about, ...places }],
    ]);
    const sent: unknown[] = [];
    await context.logEvents((batch) => Promise.resolve(void sent.push(...batch)));
    expect(sent).toMatchObject([{ type: 'device.confirmation_failed', reason: 'attempts' }]);
  });

  test('the row in the history is that of a code that nobody decided', async () => {
    const { find, user_code, poll, number } = await startHeld();
    const { id } = (await find(user_code))!;
    const rowOf = () => database.deviceAuthorization.findUnique({ where: { id } });
    expect(await rowOf()).toMatchObject({ state: 'pending', userId: 'user-1', decidedAt: null });
    await poll({ confirmation: number });
    expect(await rowOf()).toMatchObject({ state: 'redeemed', decidedAt: new Date(startMs) });
  });

  test('400 invalid_grant where Redis is lost in between; the page asks for the code again', async () => {
    const { browser, poll, number, device_code, user_code, typesOf } = await startHeld();
    await redis.del(deviceKey(hashDeviceCode(device_code)), userCodeKey(readUserCode(user_code) ?? ''));
    expect((await poll({ confirmation: number })).body.error).toBe('invalid_grant');
    expect(await browser.open(user_code)).toMatchObject({ outcome: 'enter', error: 'invalid_value' });
    expect(await typesOf()).not.toContain('device.approved');
  });

  test('400 pending where Redis has forgotten the approval only: it can be approved again', async () => {
    const { browser, poll, number, device_code, user_code } = await startHeld();
    await redis.hdel(deviceKey(hashDeviceCode(device_code)), 'held', 'number');
    expect((await poll({ confirmation: number })).body).toEqual(pending);
    const confirm = await browser.signIn({ user_code, csrf: (await browser.open(user_code))['csrf'] ?? '' });
    expect((await browser.decide(confirm, 'approve')).body).toMatchObject({ outcome: 'number' });
  });

  test('400 and the event device.tampered where what is held is not ours', async () => {
    const { poll, number, device_code, typesOf } = await startHeld();
    await redis.hset(deviceKey(hashDeviceCode(device_code)), 'held', 'x.y.{}');
    expect((await poll({ confirmation: number })).body.error).toBe('invalid_grant');
    expect(await typesOf()).toContain('device.tampered');
  });

  test('400 access_denied once the person has ended all devices: it has been approved', async () => {
    const { poll, number, context, browser, user_code } = await startHeld();
    expect(await revokeDevices(context, { userId: 'user-1' }, 'user')).toEqual({ codes: 1, families: 0 });
    expect((await poll({ confirmation: number })).body.error).toBe('access_denied');
    expect(await browser.open(user_code)).toMatchObject({ outcome: 'code_invalid' });
  });

  test('the sweep records the last wrong number where a crash has lost its record, and nothing while it waits', async () => {
    const { poll, number, wrong, context, clock, typesOf } = await startHeld();
    clock.advance(120);
    expect(await settleEnded(context)).toBe(0);
    const { history } = context;
    Object.assign(context, { history: { ...history, recordFailed: () => Promise.resolve() } });
    for (const confirmation of [wrong, wrong, number]) await poll({ confirmation });
    Object.assign(context, { history });
    clock.advance(120);
    expect([await settleEnded(context), await settleEnded(context)]).toEqual([1, 0]);
    expect(await typesOf()).toEqual(['device.confirmation_failed']);
  });

  test('400 invalid_grant where the account was voided between approval and number', async () => {
    const { poll, number, standings } = await startHeld();
    standings.set('user-1', { ...standings.get('user-1')!, tokensValidAfterMs: startMs + 1 });
    expect((await poll({ confirmation: number })).body).toEqual(oauthError(errors.accountInactive));
  });
});
