import type { ConfirmView, EnterView, PageView, RequestFacts } from './page-view.ts';

/** Views for the tests beside this file: one of each shape the page can take. */
export const NOW_MS = Date.UTC(2026, 10, 21, 10, 57, 20);

export const SAMPLE_REQUEST: RequestFacts = {
  clientName: 'Acme Backup',
  scopes: ['openid', 'profile', 'email', 'groups', 'offline_access', 'repo:write'],
  address: '203.0.113.7',
  userAgent: 'acme-backup/2.4.1 (linux)',
  requestedAtMs: NOW_MS - 130_000,
};

export const SAMPLE_ENTER: EnterView = {
  kind: 'enter',
  csrf: 'csrf-value',
  userCode: '',
  request: null,
  account: null,
  email: '',
  oneTimeCode: 'offered',
  error: null,
};

export const SAMPLE_CONFIRM: ConfirmView = {
  kind: 'confirm',
  csrf: 'csrf-value',
  ticket: 'ticket-value',
  userCode: 'WDJB-MJHT',
  request: SAMPLE_REQUEST,
  account: 'demo@latchkey.test',
};

const known: EnterView = { ...SAMPLE_ENTER, userCode: 'WDJB-MJHT', request: SAMPLE_REQUEST };

export const SAMPLE_VIEWS: Readonly<Record<string, PageView>> = {
  'enter, blank': SAMPLE_ENTER,
  'enter, known request': known,
  'enter, signed in': { ...known, account: 'demo@latchkey.test', oneTimeCode: 'none' },
  'enter, no code': { ...SAMPLE_ENTER, error: 'code_missing' },
  'enter, bad code': { ...SAMPLE_ENTER, userCode: 'nope', error: 'code_invalid' },
  'enter, no email': { ...known, error: 'email_missing' },
  'enter, no password': { ...known, error: 'password_missing' },
  'enter, bad credentials': {
    ...known,
    email: 'a@b.test',
    oneTimeCode: 'required',
    error: 'credentials_invalid',
  },
  'enter, one-time code': { ...known, error: 'one_time_code_required' },
  'enter, other account': { ...known, account: 'demo@latchkey.test', error: 'account_mismatch' },
  'enter, late': { ...known, error: 'confirmation_expired' },
  confirm: SAMPLE_CONFIRM,
  approved: { kind: 'done', decision: 'approved', clientName: 'Acme Backup' },
  denied: { kind: 'done', decision: 'denied', clientName: 'Acme Backup' },
  'failed, code': { kind: 'failed', reason: 'code_invalid' },
  'failed, attempts': { kind: 'failed', reason: 'attempts_exhausted' },
  'failed, csrf': { kind: 'failed', reason: 'csrf_mismatch' },
  'failed, throttled': { kind: 'failed', reason: 'throttled', retryAfterSeconds: 431 },
  'failed, unavailable': { kind: 'failed', reason: 'unavailable', retryAfterSeconds: 5 },
  'session, signed in': {
    kind: 'session',
    signedIn: {
      csrf: 'csrf-value',
      account: 'demo@latchkey.test',
      userId: 'user-1',
      amr: ['password'],
      authTime: NOW_MS / 1000,
    },
  },
  'session, signed out': { kind: 'session', signedIn: null },
};
