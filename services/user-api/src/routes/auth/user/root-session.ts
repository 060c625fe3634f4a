import { defineRootSession } from '../define-sign-in.ts';

export const userRootSession = defineRootSession('user', 'Signs a user in and opens a root session');
