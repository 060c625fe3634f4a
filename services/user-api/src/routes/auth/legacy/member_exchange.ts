import { defineExchange } from '../define-exchange.ts';

export const legacyMemberExchange = defineExchange('member', {
  path: '/auth/legacy/member_exchange',
  summary: 'Retained member exchange: as /auth/member/exchange, with org and method from the payload',
  isLegacy: true,
});
