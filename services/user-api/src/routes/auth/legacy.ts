import { defineExchange } from './define-exchange.ts';
import { userLogin } from './user.ts';

/** The retained delegated login; it behaves as /auth/user/login does. Source: contract part 2 "Also needed to be usable". */
export const legacyLogin = {
  ...userLogin,
  path: '/auth/legacy/login',
  summary: 'Retained delegated login: as /auth/user/login',
};

export const legacyMemberExchange = defineExchange('member', {
  path: '/auth/legacy/member_exchange',
  summary: 'Retained member exchange: as /auth/member/exchange, with org and method from the payload',
  isLegacy: true,
});
