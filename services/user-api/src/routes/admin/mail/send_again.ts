import { ApiError, isUuid } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { operatorAccess } from '../../../access/operator-access.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { actFreshly, freshErrors, freshFields } from '../../../fresh-code/act-freshly.ts';
import { createEntry } from '../../../request-log/log-event.ts';
import { originOf } from '../../../request-log/request-log.ts';

/** Source: contract part 2 "Mail". */
export const adminMailSendAgain = defineRoute({
  path: '/admin/mail/send_again',
  summary: 'Sends a mail once more that was sent or is dead, while its link is open',
  access: operatorAccess,
  input: {
    properties: {
      ...freshFields,
      mail_id: { type: 'string', examples: ['5c1d8e2f-7a4b-4d3c-8e6f-9b0a1c2d3e4f'] },
    },
    required: ['mail_id'],
  },
  output: { properties: { status: { type: 'string', enum: ['waiting'] } } },
  errors: [errors.notFound, errors.stateConflict, ...freshErrors],
  async handle(context: UserApiContext, { mail_id: id, ...shown }, caller, request) {
    const mail = isUuid(id) ? await context.mails.find(id) : undefined;
    if (mail === undefined) throw new ApiError(errors.notFound, { field: 'mail_id' });
    const event = {
      event: 'admin.mail.send_again',
      userId: mail.userId,
      actorId: caller.account.id,
    } as const;
    const origin = originOf(request);
    const row = createEntry(context, event, origin);
    const fresh = { caller, shown, origin };
    if (!(await actFreshly(context, fresh, ({ mails }) => mails.sendAgain(mail.id, row))))
      throw new ApiError(errors.stateConflict, { field: 'mail_id' });
    return { status: 'waiting' as const };
  },
});
