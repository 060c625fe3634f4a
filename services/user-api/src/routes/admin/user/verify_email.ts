import { ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { operatorAccess } from '../../../access/operator-access.ts';
import { findManageable } from '../../../account/find-manageable.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { actFreshly, freshErrors, freshFields } from '../../../fresh-code/act-freshly.ts';
import { createEntry } from '../../../request-log/log-event.ts';
import { originOf } from '../../../request-log/request-log.ts';

/** Source: contract part 2 "Addresses and invitations". */
export const adminUserVerifyEmail = defineRoute({
  path: '/admin/user/verify_email',
  summary: 'Vouches for the address of an account; a second call changes nothing',
  access: operatorAccess,
  input: { properties: { ...freshFields, user_id: { type: 'string' } }, required: ['user_id'] },
  output: { properties: { email_verified: { type: 'boolean' } } },
  errors: [errors.notFound, errors.statusConflict, ...freshErrors],
  async handle(context: UserApiContext, { user_id: userId, ...shown }, caller, request) {
    const account = await findManageable(context.accounts, caller.account, userId);
    const change = { userId: account.id, actorId: caller.account.id };
    if (account.status === 'invited') throw new ApiError(errors.accountInvited, { field: 'user_id' });
    if (account.emailVerifiedAt !== null) return { email_verified: true };
    const origin = originOf(request);
    const row = createEntry(context, { event: 'admin.user.verify_email', ...change }, origin);
    const fresh = { caller, shown, origin };
    const isChanged = await actFreshly(context, fresh, ({ accounts }) =>
      accounts.verifyEmail(account.id, row),
    );
    if (!isChanged) throw new ApiError(errors.notFound, { field: 'user_id' });
    return { email_verified: true };
  },
});
