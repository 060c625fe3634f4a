import { createPage } from '../browser.ts';
import { decodeJwt } from './decode-jwt.ts';

/** A page whose client asks for admin, and a person of that kind. */
async function createAsked(kind: 'user' | 'admin' | 'root', operatorMfa: 'required' | 'off' = 'off') {
  const page = createPage({ settings: { operatorMfa } });
  const { clients, standings } = page;
  const { scopes, ...client } = clients.get('demo-cli')!;
  clients.set('demo-cli', { ...client, scopes: [...scopes, 'account', 'clients', 'admin'] });
  const person = standings.get('user-1')!;
  for (const userId of ['user-1', 'user-3']) standings.set(userId, { ...person, userId, kind });
  const started = await page.start({ client_id: 'demo-cli', scope: 'openid account admin' });
  const pickUp = async () => {
    const { device_code } = started;
    const form = { grant_type: 'device_code', client_id: 'demo-cli', device_code };
    const { body } = await page.post('/token', form);
    const { pk } = decodeJwt(body.access_token);
    return { scope: body.scope, pk, expiresIn: body.expires_in };
  };
  return { ...page, ...started, pickUp };
}

const withTotp = { email: 'totp@latchkey.test', code: '123456' };
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
    const { csrf = '' } = await browser.open(user_code);
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
