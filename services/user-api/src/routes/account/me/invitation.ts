import { accountCalls, ApiError, isUuid } from '@latchkey/contracts';
import { defineRoute, text, time } from '@latchkey/http-server';
import { accountAccess } from '../../../access/account-access.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import type { OwnInvitation } from '../../../people/orgs/invitation.ts';
import { createEntry } from '../../../request-log/log-event.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { memberAnswer, memberSchema } from '../../auth/answers.ts';
import { defineSearch } from '../../define-search.ts';
import { filterSchemas } from '../../filter-schemas.ts';
import { roleField } from '../../org/people-answer.ts';
import { textOrNull } from '../../references.ts';
import { searchSpecs } from '../../search-specs.ts';

const item = {
  title: 'OwnInvitation',
  type: 'object',
  additionalProperties: false,
  properties: {
    invite: { ...text, description: 'Id of the invitation' },
    org: {
      type: 'object',
      additionalProperties: false,
      properties: { id: text, slug: text, name: text },
    },
    role: roleField,
    invited_by: {
      type: 'object',
      additionalProperties: false,
      properties: {
        name: text,
        email: { ...textOrNull, description: 'null where it is not verified' },
      },
    },
    created_at: time,
    expires_at: time,
  },
} as const;

/** Source: contract part 2 "Addresses and invitations". */
export const ownInvitationsSearch = defineSearch({
  path: '/account/me/invitation/search',
  summary: 'Lists the open invitations to the caller’s verified address, newest first',
  access: accountAccess,
  spec: searchSpecs.ownInvitations,
  fields: { role: filterSchemas.oneOf(...roleField.enum) },
  item,
  toItem: (one: OwnInvitation) => ({
    invite: one.id,
    org: { id: one.orgId, slug: one.orgSlug, name: one.orgName },
    role: one.role,
    invited_by: { name: one.inviterName, email: one.inviterEmail },
    created_at: one.createdAt.toISOString(),
    expires_at: one.expiresAt.toISOString(),
  }),
  errors: [],
  readFilters: ({ role }) => ({ role }),
  // Who has an address that nobody has verified need not be whom an invitation means.
  scopeOf: ({ account }) => ({ address: account.emailVerifiedAt === null ? null : account.email }),
  bindScope: ({ address }) => ({ address }),
  find: ({ invitations, now }, { scope, filters: { role }, plan }) =>
    invitations.searchOwn({ email: scope.address, role }, { plan, now: new Date(now()) }),
});

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
