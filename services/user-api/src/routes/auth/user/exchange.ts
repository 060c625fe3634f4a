import { defineExchange } from '../define-exchange.ts';

export const userExchange = defineExchange('user', {
  path: '/auth/user/exchange',
  summary: 'Opens a session for another client from a root session or session',
});
