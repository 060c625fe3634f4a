import { defineLogin } from '../define-sign-in.ts';

export const userLogin = defineLogin('user', 'Signs a user in and answers an access token');
