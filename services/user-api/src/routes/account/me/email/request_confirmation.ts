import { accountCalls, ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../../access/account-access.ts';
import type { UserApiContext } from '../../../../context.ts';
import { requestConfirmation } from '../../../../door/confirm-address.ts';
import { errors } from '../../../../errors.ts';
import { originOf } from '../../../../request-log/request-log.ts';

/** Source: contract part 2 "Links". */
export const emailRequestConfirmation = defineRoute({
  ...accountCalls.requestConfirmation,
  summary: 'Mails the caller a link that confirms the address of the account',
  access: accountAccess,
  errors: [errors.addressVerified, errors.throttled],
  async handle(context: UserApiContext, _input, { account }, request): Promise<{ mail: 'on' | 'off' }> {
    if (account.emailVerifiedAt !== null) throw new ApiError(errors.addressVerified);
    if (!context.sendsMail) return { mail: 'off' };
    await requestConfirmation(context, account, originOf(request));
    return { mail: 'on' };
  },
});
