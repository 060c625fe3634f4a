import type { LinkPurpose } from '@latchkey/contracts';
import { stepOf, type LinkStep, type SignUp } from './door-link.ts';

const email = 'ada@latchkey.test';
const invitation = {
  id: 'i1',
  org: { id: 'o1', slug: 'acme', name: 'Acme' },
  role: 'member',
  invited_by: { name: 'Bea', email: 'bea@latchkey.test' },
} as const;
const nobody = undefined;
const ada = { userId: 'u1', email: 'Ada@latchkey.test' };
const bea = { userId: 'u2', email: 'bea@latchkey.test' };
const blank = { email, user_id: null, has_account: false, invitation: null };
const has = { ...blank, user_id: 'u1', has_account: true };

test.each<[LinkPurpose, typeof blank | typeof has, typeof ada | undefined, SignUp, LinkStep]>([
  ['sign_up', blank, nobody, 'open', 'sign_up'],
  ['sign_up', blank, ada, 'open', 'sign_up'],
  ['sign_up', blank, bea, 'open', 'other_account'],
  ['sign_up', blank, nobody, 'invited', 'closed'],
  ['sign_up', blank, nobody, 'off', 'closed'],
  ['sign_up', has, nobody, 'off', 'sign_in'],
  ['sign_up', has, ada, 'open', 'go_on'],
  ['invitation', blank, nobody, 'invited', 'sign_up'],
  ['invitation', blank, nobody, 'off', 'closed'],
  ['invitation', blank, bea, 'invited', 'other_account'],
  ['invitation', has, nobody, 'off', 'sign_in'],
  ['invitation', has, ada, 'invited', 'go_on'],
  ['reset', has, nobody, 'off', 'reset'],
  ['reset', has, ada, 'off', 'reset'],
  ['reset', has, bea, 'off', 'other_account'],
  ['restore', has, nobody, 'off', 'restore'],
  ['restore', has, bea, 'off', 'restore'],
  ['confirm', has, nobody, 'off', 'sign_in'],
  ['confirm', has, ada, 'off', 'confirm'],
  ['confirm', has, { ...ada, userId: 'u3' }, 'off', 'other_account'],
])('a link of %s for %j, with %j signed in and SIGNUP %s: %s', (purpose, link, session, signUp, step) => {
  expect(stepOf({ ...link, purpose }, session, signUp)).toBe(step);
});

test('an invitation to an org is answered by who is signed in', () => {
  expect(stepOf({ ...has, purpose: 'invitation', invitation }, ada, 'off')).toBe('answer');
});
