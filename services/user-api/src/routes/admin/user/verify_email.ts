import { ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { operatorAccess } from '../../../access/operator-access.ts';
import { tokenFields } from '../../../access/person-access.ts';
import { findManageable } from '../../../account/find-manageable.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { createEntry } from '../../../request-log/log-event.ts';
import { originOf } from '../../../request-log/request-log.ts';

/** Source: contract part 2 "Addresses and invitations". */
export const adminUserVerifyEmail = defineRoute({
  path: '/admin/user/verify_email',
  summary: 'Vouches for the address of an account; a second call changes nothing',
  family: 'admin',
  access: operatorAccess,
  input: { properties: { ...tokenFields, user_id: { type: 'string' } }, required: ['user_id'] },
  output: { properties: { email_verified: { type: 'boolean' } }, required: ['email_verified'] },
  errors: [errors.notFound],
  async handle(context: UserApiContext, { user_id: userId }, caller, request) {
    const account = await findManageable(context.accounts, caller.account, userId);
    const change = { userId: account.id, actorId: caller.account.id };
    const row = createEntry(context, { event: 'admin.user.verify_email', ...change }, originOf(request));
    const isChanged = await context.accounts.verifyEmail(account.id, row);
    if (!isChanged && account.emailVerifiedAt === null)
      throw new ApiError(errors.notFound, { field: 'user_id' });
    return { email_verified: true };
  },
});
