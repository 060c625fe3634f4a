import { userLogin } from '../user/login.ts';

/** The retained delegated login; it behaves as /auth/user/login does. Source: contract part 2 "Also needed to be usable". */
export const legacyLogin = {
  ...userLogin,
  path: '/auth/legacy/login',
  summary: 'Retained delegated login: as /auth/user/login',
};
