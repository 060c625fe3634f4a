import { ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { logOperator } from '../../../access/log-operator.ts';
import { operatorAccess } from '../../../access/operator-access.ts';
import { findAccount } from '../../../account/account-store.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { accountAnswer, accountProperties, accountRequired } from './user-answer.ts';

/** Source: contract part 2 "Also needed to be usable". */
export const adminUserView = defineRoute({
  path: '/admin/user/view',
  summary: 'Shows an account and its orgs',
  access: operatorAccess,
  input: { properties: { user_id: { type: 'string' } }, required: ['user_id'] },
  output: { properties: accountProperties, required: accountRequired },
  errors: [errors.notFound],
  async handle(context: UserApiContext, { user_id: userId }, caller, request) {
    const account = await findAccount(context.accounts, userId);
    if (account === undefined) throw new ApiError(errors.notFound, { field: 'user_id' });
    const read = { event: 'admin.read', route: request.path, details: { rows: 1 } } as const;
    await logOperator(context, caller.account, read, originOf(request));
    return accountAnswer(account, await context.accounts.listMemberships(account.id));
  },
});
