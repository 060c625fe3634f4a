import { isUuid, standing, userApiCalls, type InferOutput } from '@latchkey/contracts';
import { callers, defineRoute } from '@latchkey/http-server';
import type { AccountStanding } from '../../../accounts/account.ts';
import type { UserApiContext } from '../../../context.ts';

/** Whether accounts may hold tokens, and what tokens say about them: all that sso asks about at the same moment. */
export const accountStandings = defineRoute({
  ...userApiCalls.findStandings,
  summary: 'Answers which of these accounts may hold tokens, and since when',
  access: callers('sso'),
  errors: [],
  async handle(context: UserApiContext, { user_ids: userIds }) {
    const found = await context.accounts.findStandings(userIds.filter(isUuid));
    return { standings: found.map(describeStanding) };
  },
});

/** sso keeps standings for as long as this says what changes. */
export const standingChanges = defineRoute({
  ...userApiCalls.findChanges,
  summary: 'Answers whose standing has changed since an earlier answer',
  access: callers('sso'),
  errors: [],
  handle: (context: UserApiContext, { since }) => context.accounts.findChanges(since),
});

function describeStanding(account: AccountStanding): InferOutput<typeof standing> {
  return {
    user_id: account.id,
    email: account.email,
    email_verified: account.emailVerifiedAt !== null,
    name: account.name,
    kind: account.kind,
    status: account.status,
    active: account.status === 'active',
    groups: [...account.groups],
    tokens_valid_after: account.tokensValidAfter?.toISOString() ?? null,
    kept_family_id: account.keptFamilyId,
    device_sign_in: account.deviceSignIn,
    kept_valid_after: account.keptValidAfter?.toISOString() ?? null,
  };
}
