import { defineRootSession } from '../define-sign-in.ts';

export const memberRootSession = defineRootSession(
  'member',
  'Signs a member of an org in and opens a root session',
);
