import { ApiError, foldEmail, isUuid } from '@latchkey/contracts';
import { defineRoute, text, time, timeOrNull } from '@latchkey/http-server';
import { operatorAccess } from '../../access/operator-access.ts';
import type { UserApiContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { mailStatuses, outboxKinds, type ListedMail } from '../../people/mail/mail-store.ts';
import { createEntry } from '../../request-log/log-event.ts';
import { originOf } from '../../request-log/request-log.ts';
import { actFreshly, freshErrors, freshFields } from '../../signing-in/act-freshly.ts';
import { defineSearch } from '../define-search.ts';
import { filterSchemas } from '../filter-schemas.ts';
import { textOrNull } from '../references.ts';
import { searchSpecs } from '../search-specs.ts';

const item = {
  title: 'Mail',
  type: 'object',
  additionalProperties: false,
  properties: {
    id: text,
    kind: {
      type: 'string',
      enum: outboxKinds,
      description: 'none: written for an address that gets no mail, and never sent',
    },
    event: { ...textOrNull, description: 'The event of the request log that a notice or a signal is about' },
    email: { ...text, description: 'Empty for a signal' },
    signal_id: { ...textOrNull, description: 'The subscription of a signal' },
    user_id: textOrNull,
    status: { type: 'string', enum: mailStatuses },
    attempts: { type: 'integer' },
    next_attempt_at: { ...timeOrNull, description: 'Null once it does not wait' },
    problem: {
      ...textOrNull,
      description: 'What the mail server last said; of a signal, why its receiver has not got it',
      examples: ['RCPT TO 550 no such user'],
    },
    created_at: time,
    ended_at: timeOrNull,
  },
} as const;

/** Source: contract part 2 "Mail". */
export const adminMailSearch = defineSearch({
  path: '/admin/mail/search',
  summary: 'Lists the mails and signals, newest first, without what they say',
  access: operatorAccess,
  spec: searchSpecs.mails,
  fields: {
    status: filterSchemas.oneOf(...mailStatuses),
    kind: filterSchemas.oneOf(...outboxKinds),
    email: { ...filterSchemas.text, description: 'Exact address, in any case' },
    user_id: filterSchemas.uuid,
    mail_id: filterSchemas.uuid,
    signal_id: { ...filterSchemas.uuid, description: 'The signals of a subscription' },
  },
  item,
  toItem: ({ recipient, userId, dueAt, createdAt, endedAt, ...mail }: ListedMail) => ({
    id: mail.id,
    kind: mail.kind,
    event: mail.event,
    email: recipient,
    signal_id: mail.subscriptionId,
    user_id: userId,
    status: mail.status,
    attempts: mail.attempts,
    next_attempt_at: mail.status === 'waiting' ? dueAt.toISOString() : null,
    problem: mail.problem,
    created_at: createdAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  }),
  errors: [],
  readFilters: ({ status, kind, email, user_id: userId, mail_id: id, signal_id: signalId }) => ({
    id: id?.toLowerCase(),
    status,
    kind,
    recipient: email === undefined ? undefined : foldEmail(email),
    userId: userId?.toLowerCase(),
    subscriptionId: signalId?.toLowerCase(),
  }),
  scopeOf: () => null,
  bindScope: () => ({}),
  find: ({ mails }, { filters, plan }) => mails.search(filters, plan),
});

/** Source: contract part 2 "Mail". */
export const adminMailSendAgain = defineRoute({
  path: '/admin/mail/send_again',
  summary: 'Sends a mail or signal once more that was sent or is dead, while its link is open',
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
