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
const noClient = { badly: ((call) => call({ scope: 'openid' })) satisfies SsoCase['badly'] };
const missing = { ...noClient, refusal: [400, 'invalid_request'], alone: 'badly' } as const;

/** A page or document that reads nothing: it can refuse a parameter that comes with two values. */
const document = (data: object): SsoCase => ({
  alone: 'both',
  well: (call) => call(),
  data,
  badly: (call) => call({ ui_locales: ['en', 'de'] }),
  refusal: [400, 'invalid_request'],
});

const userinfo = (send: 'header' | 'field'): SsoCase => ({
  alone: 'badly',
  async well(call, { people }) {
    const token = await people.openDevice(await people.ann());
    return send === 'field' ? call({ access_token: token }) : call({}, { authorization: `Bearer ${token}` });
  },
  data: { sub: text, email: text, email_verified: true },
  badly: (call) => (send === 'field' ? call({ access_token: 'x' }) : call({}, { authorization: 'Bearer x' })),
  refusal: [401, 'invalid_token'],
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
  alone: 'badly',
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
  badly: (call) => call({ act: 'nonsense' }),
  refusal: [400, 'invalid_request'],
});

/** A page of links: an act, whatever comes of it, and a form whose button does nothing. */
const doorForm = (door: string, outcome: string, act: string): SsoCase => ({
  alone: 'both',
  async well(call, { url }) {
    const { cookie, csrf } = await openPage(url);
    await call({ csrf, act, email: `walk-${crypto.randomUUID()}@latchkey.test` }, { cookie });
    return call({ csrf }, { cookie });
  },
  data: { outcome, door },
  badly: (call) => call({ csrf: 'forged' }),
  refusal: [403, 'csrf_failed'],
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
    ...missing,
    well: (call) => call({ ...demo.cli, scope: 'openid' }),
    data: { device_code: text, user_code: text, verification_uri: text, expires_in: expect.any(Number) },
  },
  'POST /token': {
    ...missing,
    async well(call, { people }) {
      const login = await createRelyingParty(people.urls).startDeviceLogin();
      await approve(people.urls, login, await people.ann());
      return call(redemption(demo.cli, login.deviceCode));
    },
    data: { access_token: text, refresh_token: text, binding_chain: text, binding_link: text, scope: text },
  },
  'POST /introspect': {
    ...missing,
    well: async (call, { people }) =>
      call({ ...demo.cli, token: await people.openDevice(await people.ann()) }),
    data: { active: true, client_id: 'demo-cli' },
  },
  'POST /revoke': {
    ...missing,
    well: async (call, { people }) =>
      call({ ...demo.cli, token: await people.openDevice(await people.ann()) }),
    data: {},
  },
  'POST /relay': {
    ...missing,
    well: (call) => call({ ...demo.backend, purpose: 'user_login' }),
    data: { relay: text, expires_in: 120 },
  },
  'GET /userinfo': userinfo('header'),
  'POST /userinfo': userinfo('field'),
  'GET /jwks': document({ keys: [{ kty: 'RSA', alg: 'RS512', use: 'sig', kid: text }] }),
  'GET /.well-known/openid-configuration': document(metadata),
  'GET /.well-known/oauth-authorization-server': document(metadata),
  'GET /.well-known/security.txt': {
    ...document({ contact: text, expires: text }),
    alone: 'badly',
  },
  'GET /authorize': {
    alone: 'badly',
    well: (call) => call(cliRequest),
    data: { outcome: 'login', csrf: text },
    badly: (call) => call({ client_id: ['latchkey-cli', 'other'] }),
    refusal: [400, 'invalid_request'],
  },
  'POST /authorize': {
    alone: 'badly',
    async well(call, { url, people }) {
      const { email, password } = await people.ann();
      const { cookie, csrf } = await openPage(url);
      const query = `?${new URLSearchParams(cliRequest).toString()}`;
      return repeatWhileBusy(() => call({ '{query}': query, csrf, email, password }, { cookie }));
    },
    data: { outcome: 'ask' },
    badly: (call) => call({ decision: 'nonsense' }),
    refusal: [400, 'invalid_request'],
  },
  'GET /device_login': {
    alone: 'both',
    well: (call) => call(),
    data: { outcome: 'enter', csrf: text },
    // A code of the wrong form is no guess, so it takes nothing from the budget of wrong codes.
    badly: (call) => call({ user_code: 'nonsense' }),
    refusal: [400, 'invalid_value'],
  },
  'POST /device_login': {
    alone: 'badly',
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
    badly: (call) => call({ csrf: 'forged', decision: 'approve' }),
    refusal: [403, 'csrf_failed'],
  },
  'GET /login': document({ outcome: 'login', csrf: text }),
  'POST /login': {
    alone: 'badly',
    async well(call, { url, people }) {
      const { email, password } = await people.ann();
      const { cookie, csrf } = await openPage(url);
      return repeatWhileBusy(() => call({ csrf, email, password }, { cookie }));
    },
    data: { outcome: 'signed_in' },
    badly: (call) => call({ csrf: 'forged' }),
    refusal: [403, 'csrf_failed'],
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
    alone: 'both',
    async well(_call, { url }) {
      const { cookie, csrf } = await openPage(url);
      return postForm(`${url}/logout`, { csrf }, { cookie });
    },
    data: { outcome: 'signed_out' },
    badly: (call) => call({ csrf: 'forged' }),
    refusal: [403, 'csrf_failed'],
  },
  'GET /passkey.js': document({}),
  'GET /qr.svg': {
    alone: 'both',
    well: (call) => call({ user_code: 'BCDF-GHJK' }),
    data: { svg: expect.stringContaining('<svg') as string },
    badly: (call) => call({ user_code: '1' }),
    refusal: [400, 'invalid_request'],
  },
};
