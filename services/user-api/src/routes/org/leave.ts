import { accountCalls, ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { personAccess } from '../../access/person-access.ts';
import { findMembership } from '../../account/account.ts';
import type { UserApiContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { createEntry } from '../../request-log/log-event.ts';
import { originOf } from '../../request-log/request-log.ts';

/** Source: contract part 2 "People of an org". */
export const orgLeave = defineRoute({
  ...accountCalls.leaveOrg,
  summary: 'Ends the caller’s own membership of an org; sessions that speak for it end',
  family: 'account',
  access: personAccess,
  errors: [errors.notFound, errors.lastOwner],
  async handle(context: UserApiContext, { org }, { account, memberships }, request) {
    const orgId = findMembership(memberships, org)?.orgId;
    if (orgId === undefined) throw new ApiError(errors.notFound, { field: 'org' });
    const userId = account.id;
    const row = createEntry(context, { event: 'org.leave', userId, orgId }, originOf(request));
    const left = await context.orgs.removeMember({ orgId, userId, by: userId }, row);
    if (left === undefined) throw new ApiError(errors.notFound, { field: 'org' });
    await context.tombstones.add(left.ended);
    return { ended: left.ended.length };
  },
});
