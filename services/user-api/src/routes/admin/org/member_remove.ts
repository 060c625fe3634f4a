import { ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { operatorAccess } from '../../../access/operator-access.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { findOrgAndUser } from '../../../org/find-org-and-user.ts';
import { createEntry } from '../../../request-log/log-event.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { removalAnswer, removalOutput } from '../../org/people-answer.ts';
import { memberErrors, memberFields } from './member_add.ts';

/** Source: contract part 2 "Settled details". */
export const adminOrgMemberRemove = defineRoute({
  path: '/admin/org/member_remove',
  summary: 'Removes a member from an org; sessions that speak for it end',
  access: operatorAccess,
  input: { properties: memberFields, required: ['org'] },
  output: removalOutput,
  errors: [...memberErrors, errors.lastOwner],
  async handle(context: UserApiContext, input, caller, request) {
    const { org, account } = await findOrgAndUser(context, input);
    const change = { userId: account.id, actorId: caller.account.id, orgId: org.id };
    const row = createEntry(context, { event: 'admin.org.member_remove', ...change }, originOf(request));
    const removed = await context.orgs.removeMember({ orgId: org.id, userId: account.id, by: null }, row);
    if (removed === undefined) throw new ApiError(errors.notFound);
    await context.tombstones.add(removed.ended);
    return removalAnswer(removed);
  },
});
