import { addressOf, createApp, native, type Shown } from '../app.ts';
import { isFamilyRevoked } from '../is-family-revoked.ts';
import { ssoUrl } from '../sso-harness.ts';
import { decodeJwt } from './decode-jwt.ts';

const page = { accept: 'text/html' };
const bye = 'https://app.example.test/bye';

async function createSignedIn() {
  const app = createApp();
  const { body } = await app.redeem(await app.getCode());
  const { id_token: hint = '' } = body as Record<string, string>;
  const familyId = String(decodeJwt(hint)['sid']);
  const at = (fields: Record<string, string>) => `/logout?${new URLSearchParams(fields).toString()}`;
  const open = async (address: string) => (await app.browser.get(address)).body as Shown;
  const confirm = async (address: string) =>
    app.browser.post(address, { csrf: (await open(address)).csrf ?? '' });
  const isLive = async () => !(await isFamilyRevoked(app.context.families, familyId));
  return { app, hint, at, open, confirm, isLive };
}

test('200 asks, names the app, and has ended nothing', async () => {
  const { app, hint, at, open, isLive } = await createSignedIn();
  const address = at({ id_token_hint: hint, post_logout_redirect_uri: bye });
  expect(await open(address)).toEqual({
    outcome: 'sign_out',
    csrf: expect.any(String),
    client_name: 'Demo Web',
    account: 'demo@latchkey.test',
  });
  expect([app.sessions.size, await isLive()]).toEqual([1, true]);
});

test('ends the sign-in of the browser and the family of the hint, and leads back with the state', async () => {
  const { app, hint, at, confirm, isLive } = await createSignedIn();
  const { body } = await confirm(at({ id_token_hint: hint, post_logout_redirect_uri: bye, state: 'a b' }));
  expect(body).toEqual({ outcome: 'leaving', location: `${bye}?state=a+b` });
  expect([app.sessions.size, await isLive()]).toEqual([0, false]);
});

test('a browser gets a page that leads on by itself', async () => {
  const { app, hint, at, open } = await createSignedIn();
  const address = at({ id_token_hint: hint, post_logout_redirect_uri: bye });
  const { csrf = '' } = await open(address);
  expect((await app.browser.get(address, page)).text).toContain('action="/logout?id_token_hint=');
  const { status, headers, text } = await app.browser.post(address, { csrf }, page);
  expect([status, headers['location'], headers['refresh']]).toEqual([200, undefined, `0;url=${bye}`]);
  expect(text).toContain(`href="${bye}"`);
});

test('takes a hint that has expired', async () => {
  const { app, hint, at, open } = await createSignedIn();
  app.clock.advance(3600);
  expect(await open(at({ id_token_hint: hint }))).toMatchObject({ outcome: 'sign_out' });
});

test('by client_id leads back, and ends no family', async () => {
  const { at, confirm, isLive } = await createSignedIn();
  const { body } = await confirm(at({ client_id: 'demo-web', post_logout_redirect_uri: bye }));
  expect(body).toMatchObject({ location: bye });
  expect(await isLive()).toBe(true);
});

test('a hint that is no id_token, such as an access token, adds nothing to client_id', async () => {
  const { app, at, confirm, isLive } = await createSignedIn();
  const { body: other } = await app.redeem(await app.getCode());
  const { access_token: hint = '' } = other as Record<string, string>;
  const address = at({ client_id: 'demo-web', id_token_hint: hint, post_logout_redirect_uri: bye });
  expect((await confirm(address)).body).toMatchObject({ location: bye });
  expect([app.sessions.size, await isLive()]).toEqual([0, true]);
});

test('asks and ends the family also in a browser where nobody is signed in', async () => {
  const { app, hint, at, isLive } = await createSignedIn();
  const other = app.openBrowser();
  const address = at({ id_token_hint: hint, post_logout_redirect_uri: bye });
  const shown = (await other.get(address)).body as Shown;
  expect([shown, await isLive()]).toMatchObject([{ outcome: 'sign_out', account: null }, true]);
  expect((await other.post(address, { csrf: shown.csrf ?? '' })).body).toMatchObject({ location: bye });
  expect([app.sessions.size, await isLive()]).toEqual([1, false]);
});

test.each([
  ['without hint and client_id', {}],
  ['for a hint that is no id_token of ours', { id_token_hint: 'e30.e30.e30' }],
  ['for an address that is not registered', { client_id: 'demo-web', post_logout_redirect_uri: `${bye}/x` }],
  [
    'for one of signing in',
    { client_id: 'demo-web', post_logout_redirect_uri: 'https://app.example.test/callback' },
  ],
  ['for a client that is unknown', { client_id: 'nobody' }],
])('leads nobody back %s', async (_what, changes) => {
  const { app, at, confirm } = await createSignedIn();
  const { body } = await confirm(at({ post_logout_redirect_uri: bye, ...changes }));
  expect(body).toEqual({ outcome: 'signed_out', account: null });
  expect(app.sessions.size).toBe(0);
});

test.each([
  ['the client_id is another one', { client_id: 'demo-native' }],
  ['it comes twice', {}],
])('leads nobody back, and ends no family, where the hint does not fit: %s', async (_what, changes) => {
  const { hint, at, confirm, isLive } = await createSignedIn();
  const twice = 'client_id' in changes ? '' : `&id_token_hint=${hint}`;
  const { body } = await confirm(
    at({ id_token_hint: hint, post_logout_redirect_uri: bye, ...changes }) + twice,
  );
  expect(body).toEqual({ outcome: 'signed_out', account: null });
  expect(await isLive()).toBe(true);
});

test('a hint of another person than who is signed in ends their sign-in to the browser only', async () => {
  const { app, hint, at, isLive } = await createSignedIn();
  const other = app.openBrowser();
  await other.logIn({ email: 'other@latchkey.test' });
  const address = at({ id_token_hint: hint });
  const shown = (await other.get(address)).body as Shown;
  expect(shown).toMatchObject({ account: 'other@latchkey.test' });
  await other.post(address, { csrf: shown.csrf ?? '' });
  expect([app.sessions.size, await isLive()]).toEqual([1, true]);
});

test('303 to the page for a form of another site, with what it posts', async () => {
  const { app, hint, at, isLive } = await createSignedIn();
  const posted = { id_token_hint: hint, post_logout_redirect_uri: bye };
  const { status, headers } = await app.browser.post('/logout', posted, {
    ...page,
    origin: 'https://app.example.test',
  });
  expect([status, headers['location']]).toEqual([303, ssoUrl + at(posted)]);
  expect([app.sessions.size, await isLive()]).toEqual([1, true]);
});

test('signing out of a browser ends no family, and its page says so', async () => {
  const app = createApp();
  await app.redeem(await app.getCode(addressOf(native)), native as Record<string, string>);
  const { text } = await app.browser.get('/logout', page);
  expect(text).toContain('Devices and apps that you have approved stay connected.');
});
