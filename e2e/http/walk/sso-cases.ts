import { approve, cookiesOf, demo } from '../../../infra/local/person.ts';
import { postForm, redemption, repeatWhileBusy } from '../../../infra/local/raw-requests.ts';
import { createRelyingParty } from '../../client/sign-in.ts';
import { listConsoleCases } from './console-cases.ts';
import type { People } from './people.ts';
import { helloCase, type RouteCase, type RouteCases } from './route-case.ts';

/** What requests to sso are made of. Where sso is alone, there are no people. */
export interface SsoWorld {
  readonly url: string;
  readonly people: People;
}
type SsoCase = RouteCase<SsoWorld>;

const text = expect.any(String) as string;

/** A page or document that reads nothing. */
const document = (data: object): SsoCase => ({
  isAlone: true,
  well: (call) => call(),
  data,
});

const userinfo = (send: 'header' | 'field'): SsoCase => ({
  async well(call, { people }) {
    const token = await people.openDevice(await people.ann());
    return send === 'field' ? call({ access_token: token }) : call({}, { authorization: `Bearer ${token}` });
  },
  data: { sub: text, email: text, email_verified: true },
});

/** What the command asks for where it can open a browser. */
const cliRequest = {
  response_type: 'code',
  client_id: 'latchkey-cli',
  redirect_uri: 'http://127.0.0.1:49152/callback',
  code_challenge: 'c'.repeat(43),
  code_challenge_method: 'S256',
};

/** A browser of its own that has been shown the page. */
async function openPage(url: string): Promise<{ cookie: string; csrf: string }> {
  const answer = await fetch(`${url}/device_login`, { headers: { accept: 'application/json' } });
  const { csrf } = (await answer.json()) as { csrf: string };
  return { cookie: cookiesOf(answer), csrf };
}

/** A form of the account page: an act, whatever comes of it, and one whose button does nothing. */
const accountForm = (act: Record<string, string>): SsoCase => ({
  async well(call, { url, people }) {
    const { email, password } = await people.ann();
    const { cookie, csrf } = await openPage(url);
    const signedIn = await repeatWhileBusy(() =>
      postForm(`${url}/login`, { csrf, email, password }, { cookie }),
    );
    const own = { cookie: cookiesOf(signedIn) };
    const shown = await fetch(`${url}/account`, { headers: { accept: 'application/json', ...own } });
    const { csrf: next } = (await shown.json()) as { csrf: string };
    await call({ csrf: next, ...act }, own);
    return call({ csrf: next }, own);
  },
  data: { outcome: 'account' },
});

/** A page of links: an act, whatever comes of it, and a form whose button does nothing. */
const doorForm = (door: string, outcome: string, act: string): SsoCase => ({
  isAlone: true,
  async well(call, { url }) {
    const { cookie, csrf } = await openPage(url);
    await call({ csrf, act, email: `walk-${crypto.randomUUID()}@latchkey.test` }, { cookie });
    return call({ csrf }, { cookie });
  },
  data: { outcome, door },
});

const metadata = { issuer: text, token_endpoint: text, device_authorization_endpoint: text };

const id = crypto.randomUUID();
const wrong = { password: 'not the password', code: '000000' };
/** The pages of the account that have forms, with an act of each. */
const withForms: Record<string, Record<string, string>> = {
  '': { act: 'ask_confirmation' },
  '/devices': { act: 'end_device', id },
  '/browsers': { act: 'end_session', id },
  '/drops': { act: 'revoke_drop', id },
  '/organisations': { act: 'leave_org', id },
  '/my_data': { act: 'change_profile', name: 'Walker', locale: 'en' },
  '/delete': { act: 'delete_account', ...wrong },
  '/email': { act: 'change_email', email: 'walker@latchkey.test', ...wrong },
  '/password': { act: 'change_password', new_password: 'x', new_password_again: 'x', ...wrong },
  '/passkeys': { act: 'remove_passkey', id },
  '/one_time_codes': { act: 'end_codes', ...wrong },
  '/recovery_codes': { act: 'replace_recovery', ...wrong },
  '/new_devices': { act: 'allow_devices', ...wrong },
};

/** Every public route of sso. */
export const ssoCases: RouteCases<SsoWorld> = {
  'GET /hello': helloCase,
  'POST /device_authorization': {
    well: (call) => call({ ...demo.cli, scope: 'openid' }),
    data: { device_code: text, user_code: text, verification_uri: text, expires_in: expect.any(Number) },
  },
  'POST /token': {
    async well(call, { people }) {
      const login = await createRelyingParty(people.urls).startDeviceLogin();
      await approve(people.urls, login, await people.ann());
      return call(redemption(demo.cli, login.deviceCode));
    },
    data: { access_token: text, refresh_token: text, binding_chain: text, binding_link: text, scope: text },
  },
  'POST /introspect': {
    well: async (call, { people }) =>
      call({ ...demo.cli, token: await people.openDevice(await people.ann()) }),
    data: { active: true, client_id: 'demo-cli' },
  },
  'POST /revoke': {
    well: async (call, { people }) =>
      call({ ...demo.cli, token: await people.openDevice(await people.ann()) }),
    data: {},
  },
  'POST /relay': {
    well: (call) => call({ ...demo.backend, purpose: 'user_login' }),
    data: { relay: text, expires_in: 120 },
  },
  'GET /userinfo': userinfo('header'),
  'POST /userinfo': userinfo('field'),
  'GET /jwks': document({ keys: [{ kty: 'RSA', alg: 'RS512', use: 'sig', kid: text }] }),
  'GET /.well-known/openid-configuration': document(metadata),
  'GET /.well-known/oauth-authorization-server': document(metadata),
  'GET /.well-known/security.txt': { ...document({ contact: text, expires: text }), isAlone: false },
  'GET /authorize': {
    well: (call) => call(cliRequest),
    data: { outcome: 'login', csrf: text },
  },
  'POST /authorize': {
    async well(call, { url, people }) {
      const { email, password } = await people.ann();
      const { cookie, csrf } = await openPage(url);
      const query = `?${new URLSearchParams(cliRequest).toString()}`;
      return repeatWhileBusy(() => call({ '{query}': query, csrf, email, password }, { cookie }));
    },
    data: { outcome: 'ask' },
  },
  'GET /device_login': {
    isAlone: true,
    well: (call) => call(),
    data: { outcome: 'enter', csrf: text },
  },
  'POST /device_login': {
    async well(call, { url, people }) {
      const { userCode: user_code } = await createRelyingParty(people.urls).startDeviceLogin();
      const { email, password } = await people.ann();
      const { cookie, csrf } = await openPage(url);
      const person = { csrf, user_code, email, password, decision: 'continue' };
      const shown = await repeatWhileBusy(() => call(person, { cookie }));
      const { ticket, csrf: next } = shown.body;
      return call({ csrf: next, user_code, ticket, decision: 'approve' }, { cookie: cookiesOf(shown) });
    },
    data: { outcome: 'approved' },
  },
  'GET /login': document({ outcome: 'login', csrf: text }),
  'POST /login': {
    async well(call, { url, people }) {
      const { email, password } = await people.ann();
      const { cookie, csrf } = await openPage(url);
      return repeatWhileBusy(() => call({ csrf, email, password }, { cookie }));
    },
    data: { outcome: 'signed_in' },
  },
  ...Object.fromEntries(
    [...Object.keys(withForms), '/activity', '/sign_in'].map((section) => [
      `GET /account${section}`,
      document({ outcome: 'signed_out' }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(withForms).map(([section, act]) => [`POST /account${section}`, accountForm(act)]),
  ),
  ...Object.fromEntries(
    Object.entries({
      signup: ['ask', 'ask'],
      reset: ['ask', 'ask'],
      invitation: ['no_link', 'accept'],
      confirm: ['no_link', 'confirm'],
      restore: ['no_link', 'restore'],
    }).flatMap(([door, [outcome = '', act = '']]) => [
      [`GET /${door}`, document({ outcome, door })],
      [`POST /${door}`, doorForm(door, outcome, act)],
    ]),
  ),
  ...listConsoleCases(document({ outcome: 'signed_out' })),
  'GET /session': document({ outcome: 'signed_out' }),
  'GET /logout': document({ outcome: 'signed_out' }),
  'POST /logout': {
    isAlone: true,
    async well(_call, { url }) {
      const { cookie, csrf } = await openPage(url);
      return postForm(`${url}/logout`, { csrf }, { cookie });
    },
    data: { outcome: 'signed_out' },
  },
  'GET /passkey.js': document({}),
  'GET /qr.svg': {
    isAlone: true,
    well: (call) => call({ user_code: 'BCDF-GHJK' }),
    data: { svg: expect.stringContaining('<svg') as string },
  },
};
