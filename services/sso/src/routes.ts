import { withoutSlash } from '@latchkey/contracts';
import {
  createEnvelopeProtocol,
  createOAuthProtocol,
  createPageProtocol,
  type FrontDoor,
  type RouteGroup,
  type ServiceInfo,
} from '@latchkey/http-server';
import { createPagePolicy } from '@latchkey/pages';
import type { SsoContext } from './context.ts';
import { authorizationServer, metadataOf, openidConfiguration } from './routes/.well-known/metadata.ts';
import { securityTxt } from './routes/.well-known/security.txt.ts';
import { accountPages } from './routes/account/account-pages.ts';
import { authorize, submitAuthorize } from './routes/authorize.ts';
import { consolePages } from './routes/console/console-pages.ts';
import { deviceAuthorization } from './routes/device_authorization.ts';
import { showDeviceLogin } from './routes/device_login/show.ts';
import { submitDeviceLogin } from './routes/device_login/submit.ts';
import { doorPages } from './routes/doors/door-pages.ts';
import { consentsRevoke, consentsSearch } from './routes/internal/v1/consents.ts';
import { devicesRevoke, devicesSearch } from './routes/internal/v1/devices.ts';
import { familiesRevoke } from './routes/internal/v1/families/revoke.ts';
import { relaysConsume } from './routes/internal/v1/relays/consume.ts';
import { tokensMint, tokensVerify } from './routes/internal/v1/tokens.ts';
import { introspect } from './routes/introspect.ts';
import { jwks } from './routes/jwks.ts';
import { showLoginPage, submitLogin } from './routes/login.ts';
import { logout, session, showLogout } from './routes/logout.ts';
import { answerPage, failPage, type Stage } from './routes/pages/answer-page.ts';
import { passkeyJs } from './routes/passkey.js.ts';
import { qr } from './routes/qr.svg.ts';
import { relay } from './routes/relay.ts';
import { revoke } from './routes/revoke.ts';
import { token } from './routes/token.ts';
import { userinfo, userinfoPosted } from './routes/userinfo.ts';

export const service = {
  name: 'sso',
  title: 'Latchkey single sign-on',
  description: 'Device authorization, token packages and their keys.',
  families: {
    device: 'Device authorization, and the page on which a person approves it',
    token: 'Get, check and revoke tokens',
    relay: 'One-time payloads for user-api',
    browser: 'The sign-in of a browser',
    discovery: 'Metadata and keys',
    internal: 'What the other services ask',
    service: 'Whether the service runs',
  },
  firstCall: {
    scope: 'openid profile email',
    service: 'sso',
    write: (url) => `${url}/userinfo -H 'Authorization: Bearer ACCESS_TOKEN'`,
  },
} as const satisfies ServiceInfo;

const oauth: RouteGroup<SsoContext> = {
  protocol: createOAuthProtocol(),
  routes: [
    deviceAuthorization,
    token,
    introspect,
    revoke,
    userinfo,
    userinfoPosted,
    relay,
    jwks,
    openidConfiguration,
    authorizationServer,
  ],
};

const internal: RouteGroup<SsoContext> = {
  protocol: createEnvelopeProtocol(),
  routes: [
    relaysConsume,
    tokensMint,
    tokensVerify,
    devicesSearch,
    devicesRevoke,
    consentsSearch,
    consentsRevoke,
    familiesRevoke,
  ],
};

const passwordPath = '/account/password';

/** The pages by what people type for them: without slashes at the end, and in small letters. */
function pagesAsTyped(paths: readonly string[]): ReadonlyMap<string, string> {
  return new Map([
    ...paths.map((path) => [path, path] as const),
    ['', '/account'],
    ['/device', '/device_login'],
    ['/.well-known/change-password', passwordPath],
  ]);
}

/** What people are shown at addresses that no route has. Source: contract part 1 "Routes", RFC 8628 3.3. */
export function createFrontDoor(
  { ssoUrl, skin }: Stage['settings'],
  [, { protocol, routes }]: ReturnType<typeof createRouteGroups>,
): FrontDoor {
  const pages = routes.filter(({ method, documentType }) => method === 'GET' && documentType === undefined);
  const typed = pagesAsTyped(pages.map(({ path }) => path));
  return {
    protocol,
    pictures: skin.pictures,
    leadTo(path) {
      const page = typed.get(withoutSlash(path.toLowerCase()));
      return page === undefined ? undefined : ssoUrl + page;
    },
  };
}

/** Every route of the service, grouped by protocol. The first group also answers unknown paths. */
export function createRouteGroups(stage: Stage) {
  const views = [
    authorize,
    submitAuthorize,
    showDeviceLogin,
    submitDeviceLogin,
    showLoginPage,
    submitLogin,
    ...doorPages,
    ...accountPages,
    ...(stage.settings.hasConsole ? consolePages : []),
    session,
    showLogout,
    logout,
  ];
  const pages: RouteGroup<SsoContext> = {
    protocol: createPageProtocol({
      contentSecurityPolicy: createPagePolicy(stage.settings.skin),
      fail: (error, request) => failPage(stage, error, request),
    }),
    routes: [
      ...views.map((toRoute) => toRoute((request, shown) => answerPage(stage, request, shown))),
      qr,
      passkeyJs,
      securityTxt,
    ],
  };
  const found = { ...oauth, routes: [...oauth.routes, ...metadataOf(stage.settings.issuer)] };
  return [found, pages, internal] as const;
}
