import { ownAccountCalls } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../access/account-access.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { deleteAccount } from '../../../own-account/delete-account.ts';
import { passwordField } from '../../../password/passwords.ts';
import { originOf } from '../../../request-log/request-log.ts';

/** Source: contract part 2 "Own data". */
export const accountDelete = defineRoute({
  ...ownAccountCalls.delete,
  summary: 'Deletes the account of the caller, with all its sign-ins, factors, memberships and clients',
  access: accountAccess,
  input: {
    properties: {
      'auth.pass': { ...passwordField, description: 'Current password' },
      'auth.code': { type: 'string', description: 'A one-time or recovery code, where the account has them' },
    },
  },
  errors: [
    errors.fieldMissing,
    errors.freshCodeRequired,
    errors.credentialsInvalid,
    errors.throttled,
    errors.overloaded,
    errors.lastOwner,
    errors.lastRoot,
    errors.stateConflict,
  ],
  async handle(context: UserApiContext, input, caller, request) {
    await deleteAccount(context, caller, input, originOf(request));
    const deleted = true as const;
    return { deleted };
  },
});
