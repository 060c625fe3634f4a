import { defineLogin } from '../define-sign-in.ts';

export const memberLogin = defineLogin('member', 'Signs a member of an org in and answers an access token');
