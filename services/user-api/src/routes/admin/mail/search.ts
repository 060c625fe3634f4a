import { foldEmail } from '@latchkey/contracts';
import { text, time, timeOrNull } from '@latchkey/http-server';
import { operatorAccess } from '../../../access/operator-access.ts';
import { mailStatuses, type ListedMail } from '../../../mail/mail-store.ts';
import { mailKinds } from '../../../mail/mail.ts';
import { defineSearch } from '../../define-search.ts';
import { filterSchemas } from '../../filter-schemas.ts';
import { textOrNull } from '../../references.ts';
import { searchSpecs } from '../../search-specs.ts';

const item = {
  title: 'Mail',
  type: 'object',
  additionalProperties: false,
  properties: {
    id: text,
    kind: {
      type: 'string',
      enum: mailKinds,
      description: 'none: written for an address that gets no mail, and never sent',
    },
    event: { ...textOrNull, description: 'The event of the request log that a notice is about' },
    email: text,
    user_id: textOrNull,
    status: { type: 'string', enum: mailStatuses },
    attempts: { type: 'integer' },
    next_attempt_at: { ...timeOrNull, description: 'Null once it does not wait' },
    problem: {
      ...textOrNull,
      description: 'What the mail server last said',
      examples: ['RCPT TO 550 no such user'],
    },
    created_at: time,
    ended_at: timeOrNull,
  },
} as const;

/** Source: contract part 2 "Mail". */
export const adminMailSearch = defineSearch({
  path: '/admin/mail/search',
  summary: 'Lists the mails, newest first, without what they say',
  access: operatorAccess,
  spec: searchSpecs.mails,
  fields: {
    status: filterSchemas.oneOf(...mailStatuses),
    kind: filterSchemas.oneOf(...mailKinds),
    email: { ...filterSchemas.text, description: 'Exact address, in any case' },
    user_id: filterSchemas.uuid,
  },
  item,
  toItem: ({ recipient, userId, dueAt, createdAt, endedAt, ...mail }: ListedMail) => ({
    id: mail.id,
    kind: mail.kind,
    event: mail.event,
    email: recipient,
    user_id: userId,
    status: mail.status,
    attempts: mail.attempts,
    next_attempt_at: mail.status === 'waiting' ? dueAt.toISOString() : null,
    problem: mail.problem,
    created_at: createdAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  }),
  errors: [],
  readFilters: ({ status, kind, email, user_id: userId }) => ({
    status,
    kind,
    recipient: email === undefined ? undefined : foldEmail(email),
    userId: userId?.toLowerCase(),
  }),
  scopeOf: () => null,
  bindScope: () => ({}),
  find: ({ mails }, { filters, plan }) => mails.search(filters, plan),
});
