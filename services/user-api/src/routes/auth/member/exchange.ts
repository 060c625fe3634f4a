import { defineExchange } from '../define-exchange.ts';

export const memberExchange = defineExchange('member', {
  path: '/auth/member/exchange',
  summary: 'Opens a session that speaks for an org out of a root session or session',
});
