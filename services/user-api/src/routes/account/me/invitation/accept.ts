import { accountCalls, ApiError, isUuid } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../../access/account-access.ts';
import type { UserApiContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';
import { createEntry } from '../../../../request-log/log-event.ts';
import { originOf } from '../../../../request-log/request-log.ts';
import { memberAnswer, memberSchema } from '../../../auth/answers.ts';

/** Source: contract part 2 "Addresses and invitations". */
export const invitationAccept = defineRoute({
  ...accountCalls.acceptInvitation,
  summary: 'Accepts an invitation to the caller’s own verified address',
  access: accountAccess,
  output: { properties: { member: memberSchema } },
  errors: [errors.notFound, errors.addressUnverified],
  async handle(context: UserApiContext, { invite: id }, { account }, request) {
    if (account.emailVerifiedAt === null) throw new ApiError(errors.addressUnverified);
    const { id: userId, email } = account;
    const row = createEntry(context, { event: 'invitation.accept', userId }, originOf(request));
    const acceptance = { id, email, userId, memberId: context.newId(), row };
    const member = isUuid(id) ? await context.invitations.accept(acceptance) : undefined;
    if (member === undefined) throw new ApiError(errors.notFound, { field: 'invite' });
    return { member: memberAnswer(member) };
  },
});
