import { defineRoute } from '@latchkey/http-server';
import { originOf } from '../../origin-of.ts';
import { payloadAccess } from '../../../access/payload-access.ts';
import type { UserApiContext } from '../../../context.ts';
import { createRootSession } from '../../../session/create-session.ts';
import { startSignedIn } from '../../../session/start-sessions.ts';
import { signIn } from '../../../sign-in/sign-in.ts';
import { rootAnswer, rootSchema, userAnswer, userSchema } from '../answers.ts';
import { bareBindingFields, credentialFields, payloadFields, signInErrors } from '../sign-in-fields.ts';

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
    const signedIn = await signIn(context, { purpose: 'user_root_session', path, fields, binding, origin });
    const root = createRootSession(context, signedIn.facts);
    await startSignedIn(context, signedIn, [root.session]);
    return { root: rootAnswer(root.session, root.token), user: userAnswer(signedIn.account) };
  },
});
