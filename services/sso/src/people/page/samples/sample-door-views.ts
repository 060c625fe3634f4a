import type { AboutLink, DoorProblem, DoorView } from '../doors/door-view.ts';

const csrf = 'csrf-value';
const email = 'demo@latchkey.test';
const blank: AboutLink['link'] = {
  email,
  name: null,
  needs_code: false,
  password_min_length: 12,
  invitation: null,
  passkeys: [],
};
const passkey = {
  id: 'p1',
  name: 'My phone',
  synced: true,
  usable: true,
  created_at: '2026-11-20T08:00:00.000Z',
  last_used_at: null,
};
const invited = {
  ...blank,
  invitation: {
    id: 'i1',
    org: { id: 'o1', slug: 'acme', name: 'Acme Instruments and Laboratories' },
    role: 'admin',
    invited_by: { name: 'Ada Lovelace', email: 'ada@latchkey.test' },
  },
} as const;

const signup = { kind: 'door', door: 'signup' } as const;
const reset = { kind: 'door', door: 'reset' } as const;
const invitation = { kind: 'door', door: 'invitation', csrf, link: invited } as const;
const confirm = { kind: 'door', door: 'confirm', csrf, link: blank } as const;
const restore = { kind: 'door', door: 'restore' } as const;
const ask = { state: 'ask', csrf, email: '', isEnded: false, error: null } as const;

const setting = (error: DoorProblem | null): DoorView => ({
  ...reset,
  state: 'reset',
  csrf,
  link: { ...blank, needs_code: true, passkeys: [passkey, { ...passkey, id: 'p2', name: 'Key' }] },
  name: '',
  error,
});

/** Every page of links, as the tests beside the views render them. */
export const sampleDoorViews: Readonly<Record<string, DoorView>> = {
  'sign-up, address': { ...signup, ...ask },
  'sign-up, bad address': { ...signup, ...ask, email: 'demo', error: 'email_invalid' },
  'sign-up, mail sent': { ...signup, state: 'sent', email },
  'sign-up, no mail': { ...signup, state: 'no_mail' },
  'sign-up, invited': { ...signup, state: 'closed', signUp: 'invited' },
  'sign-up, off': { ...signup, state: 'closed', signUp: 'off' },
  'sign-up, link waits': { ...signup, state: 'waiting' },
  'sign-up, form': { ...signup, state: 'sign_up', csrf, link: blank, name: '', error: null },
  'sign-up, bad name': { ...signup, state: 'sign_up', csrf, link: blank, name: '-', error: 'name_refused' },
  'sign-up, has account': { ...signup, state: 'sign_in', csrf, link: blank },
  'sign-up, ended': { ...signup, state: 'ended' },
  'sign-up, done': { ...signup, state: 'done', done: 'signed_up' },
  'sign-up, too many': { ...signup, state: 'throttled', retryAfterSeconds: 431 },
  'reset, ended link': { ...reset, ...ask, isEnded: true },
  'reset, mail sent': { ...reset, state: 'sent', email },
  'reset, form': setting(null),
  'reset, bad code': setting('link_code_invalid'),
  'reset, done': { ...reset, state: 'done', done: 'password_set' },
  'invitation, no account': { ...invitation, state: 'sign_up', name: '', error: null },
  'invitation, signed out': { ...invitation, state: 'sign_in' },
  'invitation, signed in': { ...invitation, state: 'answer' },
  'invitation, other account': { ...invitation, state: 'other_account', account: 'bea@latchkey.test' },
  'invitation, no link': { kind: 'door', door: 'invitation', state: 'no_link' },
  'invitation, ended': { kind: 'door', door: 'invitation', state: 'ended' },
  'invitation, accepted': { kind: 'door', door: 'invitation', state: 'done', done: 'accepted' },
  'invitation, declined': { kind: 'door', door: 'invitation', state: 'done', done: 'declined' },
  'confirm, signed out': { ...confirm, state: 'sign_in' },
  'confirm, signed in': { ...confirm, state: 'confirm' },
  'confirm, ended': { kind: 'door', door: 'confirm', state: 'ended' },
  'restore, form': { ...restore, state: 'restore', csrf, link: blank },
  'restore, ended': { ...restore, state: 'ended' },
  'restore, done': { ...restore, state: 'done', done: 'restored' },
  'confirm, done': { kind: 'door', door: 'confirm', state: 'done', done: 'confirmed' },
};
