import { ApiError, isUuid, userApiCalls } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import type { UserApiContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';
import { describeStanding } from './standings.ts';

/** Whether an account may still hold tokens, and what tokens say about it. */
export const accountStanding = defineRoute({
  ...userApiCalls.findStanding,
  summary: 'Answers whether an account may hold tokens, and since when',
  access: callers('sso'),
  errors: [errors.notFound],
  async handle(context: UserApiContext, { user_id: userId }) {
    const [found] = await context.accounts.findStandings([userId].filter(isUuid));
    if (found === undefined) throw new ApiError(errors.notFound, { field: 'user_id' });
    return describeStanding(found);
  },
});
