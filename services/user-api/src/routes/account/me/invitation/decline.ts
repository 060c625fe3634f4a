import { accountCalls, ApiError, isUuid } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../../access/account-access.ts';
import type { UserApiContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';
import { createEntry } from '../../../../request-log/log-event.ts';
import { originOf } from '../../../../request-log/request-log.ts';

/** Source: contract part 2 "Addresses and invitations". */
export const invitationDecline = defineRoute({
  ...accountCalls.declineInvitation,
  summary: 'Declines an invitation to the caller’s own verified address',
  access: accountAccess,
  errors: [errors.notFound, errors.addressUnverified],
  async handle(context: UserApiContext, { invite: id }, { account }, request) {
    const { id: userId, email, emailVerifiedAt } = account;
    if (emailVerifiedAt === null) throw new ApiError(errors.addressUnverified);
    const row = createEntry(context, { event: 'invitation.decline', userId }, originOf(request));
    const isDeclined = isUuid(id) && (await context.invitations.decline({ id, email }, row));
    if (!isDeclined) throw new ApiError(errors.notFound, { field: 'invite' });
    return { declined: true };
  },
});
