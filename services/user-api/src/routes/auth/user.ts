import { defineExchange } from './define-exchange.ts';
import { defineLogin, defineRootSession } from './define-sign-in.ts';

export const userLogin = defineLogin('user', 'Signs a user in and answers an access token');

export const userRootSession = defineRootSession('user', 'Signs a user in and opens a root session');

export const userExchange = defineExchange('user', {
  path: '/auth/user/exchange',
  summary: 'Opens a session for another client from a root session or session',
});
