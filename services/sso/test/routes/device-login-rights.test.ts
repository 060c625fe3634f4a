import { createPlaceRule } from '../../src/oauth/token/place-rule.ts';
import { createPage, recoveryCode } from '../browser.ts';
import { refreshing } from '../redeem.ts';
import { decodeJwt } from './decode-jwt.ts';

const deviceAddress = '198.51.100.200';

/** A page whose client asks for admin, and a person of that kind. */
async function createAsked(
  kind: 'user' | 'admin' | 'root',
  operatorMfa: 'required' | 'off' = 'off',
  refusePlace = createPlaceRule('any', ''),
  named: Record<string, string> = {},
) {
  const page = createPage({ settings: { operatorMfa, refusePlace } });
  const { clients, standings } = page;
  const { scopes, ...client } = clients.get('demo-cli')!;
  const rights = [...scopes, 'account', 'clients', 'admin'];
  clients.set('demo-cli', { ...client, scopes: rights, namesVisitors: true });
  const person = standings.get('user-1')!;
  for (const userId of ['user-1', 'user-3']) standings.set(userId, { ...person, userId, kind });
  const asked = { client_id: 'demo-cli', scope: 'openid account admin', ...named };
  const started = await page.start(asked, { 'x-forwarded-for': deviceAddress });
  const redeem = (address = deviceAddress) => {
    const { device_code } = started;
    const form = { grant_type: 'device_code', client_id: 'demo-cli', device_code };
    return page.post('/token', form, { 'x-forwarded-for': address });
  };
  const pickUp = async (address?: string) => {
    const { body } = await redeem(address);
    const { pk } = decodeJwt(body.access_token);
    return { scope: body.scope, pk, expiresIn: body.expires_in };
  };
  return { ...page, ...started, redeem, pickUp };
}

const withTotp = { email: 'totp@latchkey.test', code: '123456' };
const withRecovery = { ...withTotp, code: recoveryCode };
const given = (pk: string) => ({ scope: 'openid account admin offline_access', pk, expiresIn: 600 });
const withheld = { scope: 'openid account offline_access', pk: 'user', expiresIn: 900 };

describe('a request for admin on the approval page', () => {
  test.each([
    ['admin', 'off', {}],
    ['root', 'required', withTotp],
  ] as const)(
    '200 and it is given to a %s where the one-time code is %s',
    async (kind, operatorMfa, form) => {
      const { openBrowser, user_code, pickUp } = await createAsked(kind, operatorMfa);
      const browser = openBrowser();
      const confirm = await browser.signIn({ user_code, ...form });
      expect(confirm.body).toMatchObject({
        outcome: 'confirm',
        request: {
          scopes: ['openid', 'account', 'admin', 'offline_access'],
          audiences: ['https://drop.example.test'],
        },
      });
      expect(confirm.body).not.toHaveProperty('admin_refused');
      const done = await browser.decide(confirm, 'approve');
      expect(done.body).toEqual({ outcome: 'approved', client_name: 'Demo CLI' });
      expect(await pickUp()).toEqual(given(kind));
    },
  );

  test.each([
    ['a person who is no operator', 'user', 'off', {}, 'not_operator'],
    ['a person who is no operator, with a code', 'user', 'required', withTotp, 'not_operator'],
    ['an operator without a one-time code', 'root', 'required', {}, 'no_one_time_code'],
    ['an operator with a recovery code', 'root', 'required', withRecovery, 'no_one_time_code'],
    ['the same where no one-time code is asked for', 'root', 'off', withRecovery, 'no_one_time_code'],
  ] as const)(
    '200 and it is not given to %s, before and after the decision',
    async (_who, kind, operatorMfa, form, reason) => {
      const { openBrowser, user_code, pickUp, find } = await createAsked(kind, operatorMfa);
      const browser = openBrowser();
      const confirm = await browser.signIn({ user_code, ...form });
      expect(confirm.body).toMatchObject({ outcome: 'confirm', admin_refused: reason });
      const done = await browser.decide(confirm, 'approve');
      expect(done.body).toEqual({ outcome: 'approved', client_name: 'Demo CLI', admin_refused: reason });
      expect((await find(user_code))?.approval?.scope).toBe('openid account offline_access');
      expect(await pickUp()).toEqual(withheld);
    },
  );

  test('200 with the reason when the first step decides, and none when nothing was asked for', async () => {
    const { openBrowser, user_code, start } = await createAsked('user');
    const browser = openBrowser();
    const wrong = await browser.signIn({ user_code, password: 'wrong' });
    const { csrf } = wrong.body as { csrf: string };
    const done = await browser.signIn({ user_code, csrf, decision: 'approve' });
    expect(done.body).toMatchObject({ outcome: 'approved', admin_refused: 'not_operator' });
    const other = await start({ client_id: 'demo-cli', scope: 'openid' });
    const confirm = await openBrowser().signIn({ user_code: other.user_code });
    expect(confirm.body).not.toHaveProperty('admin_refused');
  });

  test('200 without it when the operator has become a user before the pickup', async () => {
    const { openBrowser, user_code, pickUp, standings } = await createAsked('admin');
    const browser = openBrowser();
    await browser.decide(await browser.signIn({ user_code }), 'approve');
    standings.set('user-1', { ...standings.get('user-1')!, kind: 'user' });
    expect(await pickUp()).toEqual(withheld);
  });
});

describe('the code of a request for admin', () => {
  const mustType = { outcome: 'enter', error: 'invalid_value', user_code: '' };

  test('is not taken from an address, and the page does not show the request', async () => {
    const { openBrowser, user_code } = await createAsked('admin');
    const { status, body } = await openBrowser().get(`/device_login?user_code=${user_code}`);
    expect([status, body]).toMatchObject([400, mustType]);
    expect(body.error_description).toContain('must be typed');
    expect(body).not.toHaveProperty('request');
  });

  test('is taken from the form that the refusal shows', async () => {
    const { openBrowser, user_code } = await createAsked('admin');
    const browser = openBrowser();
    const { csrf = '' } = await browser.open(user_code);
    expect((await browser.signIn({ user_code, csrf })).body.outcome).toBe('confirm');
  });

  test('is not taken from a form that another page has filled in, and nothing is checked', async () => {
    const { openBrowser, user_code, asked } = await createAsked('admin');
    const browser = openBrowser();
    const scripted = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    const filled = await browser.get(`/device_login?user_code=${user_code}`, scripted);
    expect(filled.body).toMatchObject({ outcome: 'enter', user_code });
    const { csrf } = filled.body as { csrf: string };
    const refused = await browser.signIn({ user_code, csrf });
    expect([refused.status, refused.body, asked]).toMatchObject([400, mustType, []]);
    const again = await browser.signIn({ user_code, csrf: refused.body.csrf as string });
    expect(again.body.outcome).toBe('confirm');
  });

  test('is refused in a form of an address after a wrong password of another request', async () => {
    const { openBrowser, user_code, start, asked } = await createAsked('admin');
    const harmless = await start({ client_id: 'demo-cli', scope: 'openid' });
    const browser = openBrowser();
    const { csrf = '' } = await browser.open(harmless.user_code);
    const wrong = await browser.signIn({ user_code: harmless.user_code, csrf, password: 'wrong' });
    const refused = await browser.signIn({ user_code, csrf: wrong.body.csrf as string });
    expect([refused.status, refused.body, asked.length]).toMatchObject([400, mustType, 1]);
  });
});

describe('a device that asks for admin where only one place may have it', () => {
  const oneNetwork = createPlaceRule('same_network', '');
  const near = '198.51.100.7';
  const far = '203.0.113.7';

  test('gets it where request, browser and pickup are in one network', async () => {
    const { openBrowser, user_code, pickUp } = await createAsked('admin', 'off', oneNetwork);
    const browser = openBrowser(near);
    await browser.decide(await browser.signIn({ user_code }), 'approve');
    expect(await pickUp('198.51.100.9')).toEqual(given('admin'));
  });

  test.each([
    ['other_network', oneNetwork, far],
    ['device_off', createPlaceRule('off', ''), near],
  ])('does not get it: %s, which the confirmation says', async (reason, rule, address) => {
    const { openBrowser, user_code, pickUp } = await createAsked('admin', 'off', rule);
    const browser = openBrowser(address);
    const confirm = await browser.signIn({ user_code });
    expect(confirm.body).toMatchObject({ outcome: 'confirm', admin_refused: reason });
    expect((await browser.decide(confirm, 'approve')).body).toMatchObject({ admin_refused: reason });
    expect(await pickUp()).toEqual(withheld);
  });

  test('does not get it by a visitor_ip of the network of the browser, which the page shows', async () => {
    const named = { visitor_ip: far };
    const { openBrowser, user_code, pickUp } = await createAsked('admin', 'off', oneNetwork, named);
    const browser = openBrowser(far);
    const confirm = await browser.signIn({ user_code });
    const request = { ip: deviceAddress, visitor_ip: far };
    expect(confirm.body).toMatchObject({ admin_refused: 'other_network', request });
    await browser.decide(confirm, 'approve');
    expect(await pickUp(far)).toEqual(withheld);
  });

  test('does not get it where the decision is made in another network than the sign-in', async () => {
    const { openBrowser, user_code, pickUp } = await createAsked('admin', 'off', oneNetwork);
    const browser = openBrowser(near);
    const confirm = await browser.signIn({ user_code });
    const done = await browser.decide(confirm, 'approve', { 'x-forwarded-for': far });
    expect(done.body).toMatchObject({ outcome: 'approved', admin_refused: 'other_network' });
    expect(await pickUp()).toEqual(withheld);
  });

  test('does not get it where it is picked up in another network', async () => {
    const { openBrowser, user_code, pickUp } = await createAsked('admin', 'off', oneNetwork);
    const browser = openBrowser(near);
    await browser.decide(await browser.signIn({ user_code }), 'approve');
    expect(await pickUp(far)).toEqual(withheld);
  });
});

describe('a family whose pickup held admin', () => {
  test('ends with that access token, and says so', async () => {
    const { openBrowser, user_code, redeem, post, clock } = await createAsked('admin');
    const browser = openBrowser();
    await browser.decide(await browser.signIn({ user_code }), 'approve');
    const { body } = await redeem();
    expect(body).toMatchObject({ expires_in: 600, refresh_expires_in: 600 });
    expect(Object.keys(body)).toHaveLength(9);
    clock.advance(599);
    const next = (await post('/token', refreshing(body))).body;
    expect(next).toMatchObject({ refresh_expires_in: 1, scope: 'openid account offline_access' });
    clock.advance(1);
    expect((await post('/token', refreshing(next))).body.error).toBe('invalid_grant');
  });

  test('lasts as any other where the pickup asked for less', async () => {
    const { openBrowser, user_code, device_code, post } = await createAsked('admin');
    const browser = openBrowser();
    await browser.decide(await browser.signIn({ user_code }), 'approve');
    const form = { grant_type: 'device_code', client_id: 'demo-cli', device_code, scope: 'openid account' };
    expect((await post('/token', form)).body.refresh_expires_in).toBeGreaterThan(86_400);
  });
});
