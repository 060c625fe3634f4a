import { defineRoute, text } from '@latchkey/http-server';
import { payloadAccess } from '../../access/payload-access.ts';
import type { UserApiContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { signUp, signUpFields } from '../../people/sign-up.ts';
import { originOf } from '../../request-log/request-log.ts';
import { newPasswordErrors } from '../../signing-in/password/assert-new-password.ts';

const path = '/auth/signup';

/** Source: contract part 2 "Routes guarded by a consumed payload". */
export const signup = defineRoute({
  path,
  summary: 'Makes an account; without a verified address the answer does not say whether one was made',
  family: 'auth',
  access: payloadAccess,
  input: { properties: signUpFields },
  output: {
    properties: {
      accepted: { type: 'boolean' },
      user: {
        type: 'object',
        additionalProperties: false,
        properties: { id: text, status: text },
      },
    },
    optional: ['accepted', 'user'],
  },
  errors: [errors.fieldMissing, ...newPasswordErrors, errors.accountExists],
  async handle(context: UserApiContext, fields, _caller, request) {
    const { account } = await signUp(context, { path, fields, origin: originOf(request) });
    if (account !== undefined) request.note({ principal_id: account.id });
    return account === undefined ? { accepted: true } : { user: { id: account.id, status: account.status } };
  },
});
