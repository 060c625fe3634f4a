import { ApiError, isUuid } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { personAccess } from '../../../access/person-access.ts';
import { assertManagesOrg } from '../../../account/managed-org.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { createEntry } from '../../../request-log/log-event.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { orgField, removalAnswer, removalOutput } from '../people-answer.ts';

/** Source: contract part 2 "People of an org". */
export const orgMemberRemove = defineRoute({
  path: '/org/member/remove',
  summary: 'Removes a member from an org; sessions that speak for it end',
  family: 'account',
  access: personAccess,
  input: {
    properties: { org: orgField, user_id: { type: 'string', minLength: 1 } },
    required: ['org', 'user_id'],
  },
  output: removalOutput,
  errors: [errors.notFound, errors.ownersOnly, errors.lastOwner],
  async handle(context: UserApiContext, { org, user_id: given }, caller, request) {
    const { orgId } = assertManagesOrg(caller, org);
    if (!isUuid(given)) throw new ApiError(errors.notFound, { field: 'user_id' });
    const [userId, by] = [given.toLowerCase(), caller.account.id];
    const what = { event: 'org.member_remove', userId, actorId: by, orgId } as const;
    const row = createEntry(context, what, originOf(request));
    const removed = await context.orgs.removeMember({ orgId, userId, by }, row);
    if (removed === undefined) throw new ApiError(errors.notFound, { field: 'user_id' });
    await context.tombstones.add(removed.ended);
    return removalAnswer(removed);
  },
});
