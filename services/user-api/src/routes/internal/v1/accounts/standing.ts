import { userApiCalls } from '@latchkey/contracts';
import { ApiError } from '@latchkey/errors';
import { callers, defineRoute } from '@latchkey/http-server';
import { isUuid } from '../../../../account/account.ts';
import type { UserApiContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';

/** Whether an account may still hold tokens, and what tokens say about it. */
export const accountStanding = defineRoute({
  ...userApiCalls.findStanding,
  summary: 'Answers whether an account may hold tokens, and since when',
  access: callers('sso'),
  errors: [errors.notFound],
  async handle(context: UserApiContext, { user_id: userId }) {
    const account = isUuid(userId) ? await context.accounts.findById(userId) : undefined;
    if (account === undefined) throw new ApiError(errors.notFound, { field: 'user_id' });
    const { id, email, name, kind, status } = account;
    const memberships = await context.accounts.listMemberships(id);
    const groups = memberships.map(({ orgSlug }) => orgSlug);
    return {
      user_id: id,
      email,
      email_verified: account.emailVerifiedAt !== null,
      name,
      kind,
      status,
      active: status === 'active',
      groups,
      tokens_valid_after: account.tokensValidAfter?.toISOString() ?? null,
      kept_family_id: account.keptFamilyId,
      kept_valid_after: account.keptValidAfter?.toISOString() ?? null,
    };
  },
});
