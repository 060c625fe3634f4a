import { defineRoute } from '@latchkey/http-server';
import { originOf } from '../../origin-of.ts';
import { payloadAccess } from '../../../access/payload-access.ts';
import type { UserApiContext } from '../../../context.ts';
import { openSessions } from '../../../session/open-sessions.ts';
import { signIn } from '../../../sign-in/sign-in.ts';
import { loginAnswer, loginProperties, loginRequired } from '../answers.ts';
import { credentialFields, payloadFields, signInErrors } from '../sign-in-fields.ts';

const path = '/auth/user/login';

/** Source: contract part 2 "Routes guarded by a consumed payload". */
export const userLogin = defineRoute({
  path,
  summary: 'Signs a user in and answers an access token',
  family: 'auth',
  access: payloadAccess,
  input: {
    properties: {
      ...payloadFields,
      ...credentialFields,
      'auth.fingerprint': { type: 'string', description: 'Binds the session to a device' },
    },
  },
  output: { properties: loginProperties, required: loginRequired },
  errors: signInErrors,
  async handle(context: UserApiContext, fields, _caller, request) {
    const binding = { fingerprint: fields['auth.fingerprint'] };
    const origin = originOf(request);
    const signedIn = await signIn(context, { purpose: 'user_login', path, fields, binding, origin });
    return loginAnswer(signedIn.account, await openSessions(context, signedIn, request.traceparent));
  },
});
