import {
  decide,
  demo,
  openConfirmation,
  postForm,
  redeem,
  startDevice,
  type Answer,
  type Urls,
} from '../../../infra/local/relying-party.ts';
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
    const { access_token: token } = await people.openDevice(await people.ann());
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
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return { cookie, csrf };
}

/** A code that somebody approves and nobody picks up. */
async function approveDevice(urls: Urls, people: People): Promise<Answer> {
  const { user_code: userCode } = await startDevice(urls);
  const { shown, send } = await openConfirmation(urls, userCode, await people.ann());
  return shown.status === 200 ? send('approve') : shown;
}

const metadata = { issuer: text, token_endpoint: text, device_authorization_endpoint: text };

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
    async well(_call, { people }) {
      const { device_code: code, user_code: userCode } = await startDevice(people.urls);
      await decide(people.urls, userCode, 'approve', await people.ann());
      return redeem(people.urls, code);
    },
    data: { access_token: text, refresh_token: text, binding_chain: text, binding_link: text, scope: text },
  },
  'POST /introspect': {
    ...missing,
    async well(call, { people }) {
      const { refresh_token: token } = await people.openDevice(await people.ann());
      return call({ ...demo.cli, token });
    },
    data: { active: true, client_id: 'demo-cli' },
  },
  'POST /revoke': {
    ...missing,
    async well(call, { people }) {
      const { refresh_token: token } = await people.openDevice(await people.ann());
      return call({ ...demo.cli, token });
    },
    data: {},
  },
  'POST /relay': {
    ...missing,
    well: (call, { people }) => call({ ...people.backend, purpose: 'user_login' }),
    data: { relay: text, expires_in: 120 },
  },
  'GET /userinfo': userinfo('header'),
  'POST /userinfo': userinfo('field'),
  'GET /jwks': document({ keys: [{ kty: 'RSA', alg: 'RS512', use: 'sig', kid: text }] }),
  'GET /.well-known/openid-configuration': document(metadata),
  'GET /.well-known/oauth-authorization-server': document(metadata),
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
    well: (_call, { people }) => approveDevice(people.urls, people),
    data: { outcome: 'approved' },
    badly: (call) => call({ csrf: 'forged', decision: 'approve' }),
    refusal: [403, 'csrf_failed'],
  },
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
