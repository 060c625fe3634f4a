import { defineExchange } from '../define-exchange.ts';

export const legacyMemberExchange = defineExchange('member', {
  path: '/auth/legacy/member_exchange',
  summary: 'Retained member exchange; as /auth/member/exchange, org and method taken from the payload',
  isLegacy: true,
});
