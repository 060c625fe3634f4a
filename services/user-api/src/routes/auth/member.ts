import { defineExchange } from './define-exchange.ts';
import { defineLogin, defineRootSession } from './define-sign-in.ts';

export const memberLogin = defineLogin('member', 'Signs a member of an org in and answers an access token');

export const memberRootSession = defineRootSession(
  'member',
  'Signs a member of an org in and opens a root session',
);

export const memberExchange = defineExchange('member', {
  path: '/auth/member/exchange',
  summary: 'Opens a session for an org from a root session or session',
});
