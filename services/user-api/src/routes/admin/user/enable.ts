import { defineRoute } from '@latchkey/http-server';
import { clearAccountBudget } from '../../../attempt/counters.ts';
import type { UserApiContext } from '../../../context.ts';
import { freshErrors, freshFields } from '../../../fresh-code/act-freshly.ts';
import { setStatus, statusFields, statusRoute } from './set-status.ts';

/** Source: contract part 2 "Also needed to be usable". */
export const adminUserEnable = defineRoute({
  ...statusRoute,
  path: '/admin/user/enable',
  summary: 'Enables a disabled account; its older sign-ins and tokens stay void',
  input: { properties: { ...freshFields, user_id: { type: 'string' } }, required: ['user_id'] },
  output: { properties: statusFields },
  errors: [...statusRoute.errors, ...freshErrors],
  async handle(context: UserApiContext, { user_id: userId, ...shown }, caller, request) {
    const { account, ended } = await setStatus(context, caller, { userId, move: 'enable', shown }, request);
    await clearAccountBudget(context, account);
    return { status: 'active', ended };
  },
});
