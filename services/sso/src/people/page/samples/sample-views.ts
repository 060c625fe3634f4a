import { createSkin, latchkeyTheme } from '@latchkey/pages';
import type { ChoosePasswordView, ConfirmView, EnterView, RequestFacts } from '../page-view.ts';
import type { PageView } from './render-view.ts';
import { sampleAccountViews } from './sample-account-views.ts';
import { sampleAppViews } from './sample-app-views.ts';
import { sampleDoorViews } from './sample-door-views.ts';
import { sampleDropViews } from './sample-drop-views.ts';

/** The time at which the tests beside this file render the sample views. */
export const sampleNowMs = Date.UTC(2026, 10, 21, 10, 57, 20);

/** Where the tests render them. */
export const samplePlaces = {
  skin: createSkin(latchkeyTheme),
  dropUrl: 'https://drop.example.test',
  audienceNames: new Map([['https://drop.example.test', 'Acme Drop']]),
  apis: [],
  maySignUp: true,
};

export const sampleRequest: RequestFacts = {
  clientName: 'Acme Backup',
  registeredBy: { kind: 'user', name: 'd…@example.com' },
  scopes: [
    'openid',
    'profile',
    'email',
    'groups',
    'offline_access',
    'account',
    'clients',
    'orgs',
    'admin',
    'repo:write',
  ],
  audiences: ['https://drop.example.test', 'https://api.example.test'],
  address: '203.0.113.7',
  isSameNetwork: true,
  deviceName: 'anna’s laptop',
  userAgent: 'acme-backup/2.4.1 (linux)',
  requestedAtMs: sampleNowMs - 130_000,
};

export const sampleEnter: EnterView = {
  kind: 'enter',
  asks: 'code',
  csrf: 'csrf-value',
  userCode: '',
  request: null,
  account: null,
  email: '',
  oneTimeCode: 'offered',
  error: null,
};

export const sampleConfirm: ConfirmView = {
  kind: 'confirm',
  csrf: 'csrf-value',
  ticket: 'ticket-value',
  userCode: 'WDJB-MJHT',
  request: sampleRequest,
  account: 'demo@latchkey.test',
};

const known: EnterView = { ...sampleEnter, userCode: 'WDJB-MJHT', request: sampleRequest };
const offer = { challenge: 'Y2hhbGxlbmdl', begun: '1795340100000', rpId: 'sso.latchkey.test' };

export const sampleCredentials: EnterView = { ...known, asks: 'credentials' };

export const sampleChoice: ChoosePasswordView = {
  kind: 'choose_password',
  csrf: 'csrf-value',
  userCode: 'WDJB-MJHT',
  account: 'demo@latchkey.test',
  sealed: 'sealed-value',
  least: 12,
  error: null,
};

const sampleLogin = {
  kind: 'login',
  csrf: 'csrf-value',
  account: null,
  email: '',
  oneTimeCode: 'offered',
} as const;

export const sampleViews: Readonly<Record<string, PageView>> = {
  'enter, blank': sampleEnter,
  'enter, known request': known,
  'enter, no code': { ...sampleEnter, error: 'code_missing' },
  'enter, bad code': { ...sampleEnter, userCode: 'nope', error: 'code_invalid' },
  'enter, code from an address': { ...sampleEnter, error: 'code_from_address' },
  'enter, late': { ...sampleEnter, userCode: 'WDJB-MJHT', error: 'confirmation_expired' },
  credentials: sampleCredentials,
  'credentials, signed in': { ...sampleCredentials, account: 'demo@latchkey.test' },
  'credentials, no email': { ...sampleCredentials, error: 'email_missing' },
  'credentials, no password': { ...sampleCredentials, error: 'password_missing' },
  'credentials, bad': {
    ...sampleCredentials,
    email: 'a@b.test',
    oneTimeCode: 'required',
    error: 'credentials_invalid',
  },
  'credentials, one-time code': { ...sampleCredentials, error: 'one_time_code_required' },
  'credentials, other account': {
    ...sampleCredentials,
    account: 'demo@latchkey.test',
    error: 'account_mismatch',
  },
  'credentials, passkey': { ...sampleCredentials, passkey: offer },
  'credentials, passkey refused': { ...sampleCredentials, passkey: offer, error: 'passkey_refused' },
  'credentials, passkey again': {
    ...sampleCredentials,
    account: 'demo@latchkey.test',
    passkey: offer,
    error: 'passkey_expired',
  },
  'credentials, choice expired': { ...sampleCredentials, error: 'sign_in_expired' },
  'choose password': sampleChoice,
  'choose password, refused': { ...sampleChoice, error: 'new_password_common' },
  'choose password, two that differ': { ...sampleChoice, error: 'new_passwords_differ' },
  confirm: sampleConfirm,
  'confirm, two networks': { ...sampleConfirm, request: { ...sampleRequest, isSameNetwork: false } },
  'confirm, no operator': { ...sampleConfirm, adminRefusal: 'not_operator' },
  'confirm, other network': { ...sampleConfirm, adminRefusal: 'other_network' },
  'confirm, no device': { ...sampleConfirm, adminRefusal: 'device_off' },
  'approved, no one-time code': {
    kind: 'done',
    decision: 'approved',
    clientName: 'Acme Backup',
    adminRefusal: 'no_one_time_code',
  },
  number: {
    kind: 'number',
    csrf: 'csrf-value',
    userCode: 'WDJB-MJHT',
    number: '0427',
    clientName: 'Acme Backup',
  },
  'number, no operator': {
    kind: 'number',
    csrf: 'csrf-value',
    userCode: 'WDJB-MJHT',
    number: '0427',
    clientName: 'Acme Backup',
    adminRefusal: 'not_operator',
  },
  'confirm, no number': { ...sampleConfirm, adminRefusal: 'no_confirmation' },
  'failed, number': { kind: 'failed', reason: 'number_wrong' },
  approved: { kind: 'done', decision: 'approved', clientName: 'Acme Backup' },
  denied: { kind: 'done', decision: 'denied', clientName: 'Acme Backup' },
  'failed, code': { kind: 'failed', reason: 'code_invalid' },
  'failed, other network': { kind: 'failed', reason: 'other_network' },
  'failed, device sign-in off': { kind: 'failed', reason: 'device_sign_in_off' },
  'failed, attempts': { kind: 'failed', reason: 'attempts_exhausted' },
  'failed, too large': { kind: 'failed', reason: 'too_large', limitBytes: 100 * 1024 },
  'failed, csrf': { kind: 'failed', reason: 'csrf_mismatch' },
  'failed, no such page': { kind: 'failed', reason: 'not_found' },
  'failed, throttled': { kind: 'failed', reason: 'throttled', retryAfterSeconds: 431 },
  'failed, too many approvals': { kind: 'failed', reason: 'too_many_approvals', retryAfterSeconds: 2431 },
  'failed, unavailable': { kind: 'failed', reason: 'unavailable', retryAfterSeconds: 5 },
  'session, signed in': {
    kind: 'session',
    signedIn: {
      csrf: 'csrf-value',
      account: 'demo@latchkey.test',
      userId: 'user-1',
      amr: ['password'],
      authTime: sampleNowMs / 1000,
    },
  },
  'session, signed out': { kind: 'session', signedIn: null },
  login: { ...sampleLogin, error: null },
  'login, passkey': { ...sampleLogin, passkey: offer, error: null },
  'login, bad credentials': { ...sampleLogin, email: 'a@b.test', error: 'credentials_invalid' },
  ...sampleAccountViews,
  'account, deleted': { kind: 'account_deleted' },
  ...sampleDoorViews,
  ...sampleDropViews,
  ...sampleAppViews,
};
