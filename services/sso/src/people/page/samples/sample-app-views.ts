import type { AppPageView } from '../apps/app-looks.ts';
import type { CommonView } from '../page-view.ts';

const csrf = 'csrf-value';
const account = 'demo@latchkey.test';
const web = {
  clientName: 'Acme Calendar',
  registeredBy: { kind: 'org', name: 'Acme Instruments and Laboratories' },
  place: 'calendar.acme.example',
} as const;
const native = {
  clientName: 'Acme Backup',
  registeredBy: { kind: 'user', name: 'a…@acme.example' },
  place: null,
} as const;
const signIn = {
  kind: 'app_sign_in',
  csrf,
  app: web,
  email: '',
  oneTimeCode: 'offered',
  error: null,
} as const;
const request = {
  scopes: ['openid', 'profile', 'email', 'groups', 'offline_access', 'repo:write'],
  audiences: ['https://drop.example.test', 'https://api.acme.example'],
};

/** The pages for apps that lead a browser here, as the tests beside the views render them. */
export const sampleAppViews: Readonly<Record<string, AppPageView | CommonView>> = {
  'app, sign-in': { ...signIn, account: null },
  'app, sign-in again': { ...signIn, app: native, account, oneTimeCode: 'expected' },
  'app, wrong password': { ...signIn, account: null, email: account, error: 'credentials_invalid' },
  'app, question': { kind: 'app_ask', csrf, app: web, request, account, adminRefusal: undefined },
  'app, question of a stranger for admin': {
    kind: 'app_ask',
    csrf,
    app: native,
    request: { scopes: ['openid', 'admin'], audiences: ['https://api.acme.example'] },
    account,
    adminRefusal: undefined,
  },
  'app, admin refused': {
    kind: 'app_ask',
    csrf,
    app: native,
    request: { scopes: ['openid', 'admin'], audiences: [] },
    account,
    adminRefusal: 'not_operator',
  },
  'app, denied': {
    kind: 'app_refused',
    app: web,
    error: 'access_denied',
    description: 'the person did not allow the access',
    to: 'https://calendar.acme.example/callback?error=access_denied',
  },
  'app, refused': {
    kind: 'app_refused',
    app: native,
    error: 'invalid_scope',
    description: 'the scope payments.write is not registered for this client',
    to: 'http://127.0.0.1:49152/callback?error=invalid_scope',
  },
  'app, broken': {
    kind: 'app_broken',
    description: 'the redirect_uri https://evil.example/ is not registered for the client acme-calendar',
  },
  'app, in a frame': { kind: 'app_waiting' },
  'app, leaving': { kind: 'leaving', to: 'https://calendar.acme.example/callback?code=c' },
  'app, sign-out': { kind: 'sign_out', csrf, clientName: 'Acme Calendar', account },
};
