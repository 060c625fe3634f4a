import { ApiError } from '@latchkey/errors';
import { defineRoute, serviceAccess } from '@latchkey/http-server';
import { isUuid } from '../../../../account/account.ts';
import type { UserApiContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';

const text = { type: 'string' } as const;

/** Whether an account may still have tokens, and what they say about it. */
export const accountStanding = defineRoute({
  path: '/internal/v1/accounts/standing',
  summary: 'Answers the standing of an account',
  access: serviceAccess,
  input: { properties: { user_id: text }, required: ['user_id'] },
  output: {
    properties: {
      user_id: text,
      email: text,
      name: text,
      kind: { type: 'string', enum: ['user', 'admin', 'root'] },
      status: { type: 'string', enum: ['active', 'disabled', 'deleted'] },
      active: { type: 'boolean' },
      groups: { type: 'array', items: text },
      tokens_valid_after: { type: ['string', 'null'], description: 'Tokens issued before are void' },
      kept_family_id: {
        type: ['string', 'null'],
        description: 'The refresh family that goes on all the same, as the void was made with it',
      },
    },
    required: [
      'user_id',
      'email',
      'name',
      'kind',
      'status',
      'active',
      'groups',
      'tokens_valid_after',
      'kept_family_id',
    ],
  },
  errors: [errors.notFound],
  async handle(context: UserApiContext, { user_id: userId }) {
    const account = isUuid(userId) ? await context.accounts.findById(userId) : undefined;
    if (account === undefined) throw new ApiError(errors.notFound, { field: 'user_id' });
    const { id, email, name, kind, status } = account;
    const memberships = await context.accounts.listMemberships(id);
    const groups = memberships.map(({ orgSlug }) => orgSlug);
    const tokensValidAfter = account.tokensValidAfter?.toISOString() ?? null;
    return {
      user_id: id,
      email,
      name,
      kind,
      status,
      active: status === 'active',
      groups,
      tokens_valid_after: tokensValidAfter,
      kept_family_id: account.keptFamilyId,
    };
  },
});
