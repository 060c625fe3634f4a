import { defineRoute } from '@latchkey/http-server';
import { payloadAccess, payloadFields } from '../../../access/payload-access.ts';
import type { UserApiContext } from '../../../context.ts';
import { openSessions, type SignedIn } from '../../../session/open-sessions.ts';
import { signIn } from '../../../sign-in/sign-in.ts';
import { originOf } from '../../origin-of.ts';
import { loginAnswer, loginProperties, loginRequired } from '../answers.ts';
import { credentialFields, signInErrors } from '../sign-in-fields.ts';

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
    const attempt = { purpose: 'user_login', path, fields, binding, origin } as const;
    const open = (who: SignedIn) => openSessions(context, who, request.traceparent);
    const { account, opened } = await signIn(context, attempt, open);
    request.note({ principal_id: account.id });
    return loginAnswer(account, opened);
  },
});
