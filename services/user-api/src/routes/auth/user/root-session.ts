import { defineRoute } from '@latchkey/http-server';
import { payloadAccess, payloadFields } from '../../../access/payload-access.ts';
import type { UserApiContext } from '../../../context.ts';
import { openRootSession } from '../../../session/open-sessions.ts';
import { signIn } from '../../../sign-in/sign-in.ts';
import { originOf } from '../../origin-of.ts';
import { rootAnswer, rootSchema, userAnswer, userSchema } from '../answers.ts';
import { bareBindingFields, credentialFields, signInErrors } from '../sign-in-fields.ts';

const path = '/auth/user/root-session';

/** Source: contract part 2 "Routes guarded by a consumed payload". */
export const userRootSession = defineRoute({
  path,
  summary: 'Signs a user in and opens a root session',
  family: 'auth',
  access: payloadAccess,
  input: { properties: { ...payloadFields, ...credentialFields, ...bareBindingFields } },
  output: { properties: { root: rootSchema, user: userSchema }, required: ['root', 'user'] },
  errors: signInErrors,
  async handle(context: UserApiContext, fields, _caller, request) {
    const binding = { dpop: fields.dpop, htu: fields.htu, fingerprint: fields.fingerprint };
    const origin = originOf(request);
    const attempt = { purpose: 'user_root_session', path, fields, binding, origin } as const;
    const { account, opened } = await signIn(context, attempt, (who) => openRootSession(context, who));
    request.note({ principal_id: account.id });
    return { root: rootAnswer(opened.session, opened.token), user: userAnswer(account) };
  },
});
