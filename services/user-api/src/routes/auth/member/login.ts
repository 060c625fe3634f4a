import { defineRoute } from '@latchkey/http-server';
import { payloadAccess, payloadFields } from '../../../access/payload-access.ts';
import type { UserApiContext } from '../../../context.ts';
import { openSessions, type SignedIn } from '../../../session/open-sessions.ts';
import { signIn } from '../../../sign-in/sign-in.ts';
import { originOf } from '../../origin-of.ts';
import { loginAnswer, loginProperties, loginRequired, memberOf, memberSchema } from '../answers.ts';
import { credentialFields, orgField, signInErrors } from '../sign-in-fields.ts';

const path = '/auth/member/login';

/** Source: contract part 2 "Routes guarded by a consumed payload". */
export const memberLogin = defineRoute({
  path,
  summary: 'Signs a member of an org in and answers an access token',
  family: 'auth',
  access: payloadAccess,
  input: {
    properties: {
      ...payloadFields,
      ...credentialFields,
      ...orgField,
      'auth.fingerprint': { type: 'string', description: 'Binds the session to a device' },
    },
  },
  output: {
    properties: { ...loginProperties, member: memberSchema },
    required: [...loginRequired, 'member'],
  },
  errors: signInErrors,
  async handle(context: UserApiContext, fields, _caller, request) {
    const binding = { fingerprint: fields['auth.fingerprint'] };
    const origin = originOf(request);
    const attempt = { purpose: 'member_login', path, fields, binding, origin } as const;
    const open = (who: SignedIn) => openSessions(context, who, request.traceparent);
    const signedIn = await signIn(context, attempt, open);
    request.note({ principal_id: signedIn.account.id });
    return { ...loginAnswer(signedIn.account, signedIn.opened), member: memberOf(signedIn) };
  },
});
