import { defineExchange } from '../define-exchange.ts';

export const memberExchange = defineExchange('member', {
  path: '/auth/member/exchange',
  summary: 'Opens a session for an org from a root session or session',
});
