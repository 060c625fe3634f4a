import { defineRoute } from '@latchkey/http-server';
import { payloadAccess, payloadFields } from '../../../access/payload-access.ts';
import type { UserApiContext } from '../../../context.ts';
import { openRootSession } from '../../../session/open-sessions.ts';
import { signIn } from '../../../sign-in/sign-in.ts';
import { originOf } from '../../origin-of.ts';
import { memberOf, memberSchema, rootAnswer, rootSchema, userAnswer, userSchema } from '../answers.ts';
import { bareBindingFields, credentialFields, orgField, signInErrors } from '../sign-in-fields.ts';

const path = '/auth/member/root-session';

/** Source: contract part 2 "Routes guarded by a consumed payload". */
export const memberRootSession = defineRoute({
  path,
  summary: 'Signs a member of an org in and opens a root session',
  family: 'auth',
  access: payloadAccess,
  input: { properties: { ...payloadFields, ...credentialFields, ...orgField, ...bareBindingFields } },
  output: {
    properties: { root: rootSchema, user: userSchema, member: memberSchema },
    required: ['root', 'user', 'member'],
  },
  errors: signInErrors,
  async handle(context: UserApiContext, fields, _caller, request) {
    const binding = { dpop: fields.dpop, htu: fields.htu, fingerprint: fields.fingerprint };
    const origin = originOf(request);
    const attempt = { purpose: 'member_root_session', path, fields, binding, origin } as const;
    const signedIn = await signIn(context, attempt, (who) => openRootSession(context, who));
    const { account, opened } = signedIn;
    request.note({ principal_id: account.id });
    return {
      root: rootAnswer(opened.session, opened.token),
      user: userAnswer(account),
      member: memberOf(signedIn),
    };
  },
});
