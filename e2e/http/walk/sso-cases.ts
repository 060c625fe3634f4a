import { approve, cookiesOf, decide, demo } from '../../../infra/local/person.ts';
import { postForm, redemption, repeatWhileBusy } from '../../../infra/local/raw-requests.ts';
import { createRelyingParty } from '../../client/sign-in.ts';
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

/** A browser of its own that has been shown the page. */
async function openPage(url: string): Promise<{ cookie: string; csrf: string }> {
  const answer = await fetch(`${url}/device_login`, { headers: { accept: 'application/json' } });
  const { csrf } = (await answer.json()) as { csrf: string };
  return { cookie: cookiesOf(answer), csrf };
}

/** A form of the account page, which is shown again where its button does nothing. */
const accountForm = (section: string): SsoCase => ({
  alone: 'badly',
  async well(_call, { url, people }) {
    const { email, password } = await people.ann();
    const { cookie, csrf } = await openPage(url);
    const signedIn = await repeatWhileBusy(() =>
      postForm(`${url}/login`, { csrf, email, password }, { cookie }),
    );
    const own = { cookie: cookiesOf(signedIn) };
    const shown = await fetch(`${url}/account`, { headers: { accept: 'application/json', ...own } });
    const { csrf: next } = (await shown.json()) as { csrf: string };
    return postForm(`${url}/account${section}`, { csrf: next }, own);
  },
  data: { outcome: 'account' },
  badly: (call) => call({ act: 'nonsense' }),
  refusal: [400, 'invalid_request'],
});

/** A page of links, which shows itself again where its button does nothing. `outcome`: what it shows without a link. */
const doorForm = (door: string, outcome: string): SsoCase => ({
  alone: 'both',
  async well(_call, { url }) {
    const { cookie, csrf } = await openPage(url);
    return postForm(`${url}/${door}`, { csrf }, { cookie });
  },
  data: { outcome, door },
  badly: (call) => call({ csrf: 'forged' }),
  refusal: [403, 'csrf_failed'],
});

const metadata = { issuer: text, token_endpoint: text, device_authorization_endpoint: text };

/** Every public route of sso. */
/** The pages of the account that have forms. */
const withForms =
  `/devices /browsers /organisations /my_data /delete /email /password /one_time_codes /recovery_codes /new_devices`
    .split(' ')
    .concat('');

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
    async well(_call, { people }) {
      const { userCode } = await createRelyingParty(people.urls).startDeviceLogin();
      const person = await people.ann();
      return repeatWhileBusy(() => decide(people.urls, userCode, 'approve', person));
    },
    data: { outcome: 'approved' },
    badly: (call) => call({ csrf: 'forged', decision: 'approve' }),
    refusal: [403, 'csrf_failed'],
  },
  'GET /login': document({ outcome: 'login', csrf: text }),
  'POST /login': {
    alone: 'badly',
    async well(_call, { url, people }) {
      const { email, password } = await people.ann();
      const { cookie, csrf } = await openPage(url);
      return repeatWhileBusy(() => postForm(`${url}/login`, { csrf, email, password }, { cookie }));
    },
    data: { outcome: 'signed_in' },
    badly: (call) => call({ csrf: 'forged' }),
    refusal: [403, 'csrf_failed'],
  },
  ...Object.fromEntries(
    [...withForms, '/activity', '/sign_in'].map((section) => [
      `GET /account${section}`,
      document({ outcome: 'signed_out' }),
    ]),
  ),
  ...Object.fromEntries(withForms.map((section) => [`POST /account${section}`, accountForm(section)])),
  ...Object.fromEntries(
    Object.entries({
      signup: 'ask',
      reset: 'ask',
      invitation: 'no_link',
      confirm: 'no_link',
      restore: 'no_link',
    }).flatMap(([door, outcome]) => [
      [`GET /${door}`, document({ outcome, door })],
      [`POST /${door}`, doorForm(door, outcome)],
    ]),
  ),
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
  'GET /qr.svg': {
    alone: 'both',
    well: (call) => call({ user_code: 'BCDF-GHJK' }),
    data: { svg: expect.stringContaining('<svg') as string },
    badly: (call) => call({ user_code: '1' }),
    refusal: [400, 'invalid_request'],
  },
};
