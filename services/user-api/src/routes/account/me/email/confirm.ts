import { accountCalls } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../../access/account-access.ts';
import type { UserApiContext } from '../../../../context.ts';
import { confirmAddress } from '../../../../door/confirm-address.ts';
import { errors } from '../../../../errors.ts';
import { originOf } from '../../../../request-log/request-log.ts';

/** Source: contract part 2 "Links". */
export const emailConfirm = defineRoute({
  ...accountCalls.confirmEmail,
  summary:
    'Confirms the address of the caller’s own account, or puts a new one in its place, by the link that was mailed to it',
  access: accountAccess,
  errors: [errors.notFound, errors.accountExists],
  async handle(context: UserApiContext, { link }, { account }, request) {
    await confirmAddress(context, account, link, originOf(request));
    return { email_verified: true };
  },
});
