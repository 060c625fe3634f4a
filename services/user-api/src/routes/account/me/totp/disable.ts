import { accountCalls } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../../access/account-access.ts';
import type { UserApiContext } from '../../../../context.ts';
import { actWithCode, codeErrors, codeFields } from '../../../../fresh-code/act-with-code.ts';
import { createEntry } from '../../../../request-log/log-event.ts';
import { originOf } from '../../../../request-log/request-log.ts';

/** Source: contract part 2 "Recovery codes". */
export const totpDisable = defineRoute({
  ...accountCalls.disableTotp,
  summary: 'Turns one-time codes off, and ends the recovery codes',
  access: accountAccess,
  input: { properties: codeFields, required: ['auth.code'] },
  errors: codeErrors,
  async handle(context: UserApiContext, shown, caller, request) {
    const { id: userId } = caller.account;
    const origin = originOf(request);
    const row = createEntry(context, { event: 'totp.disable', userId }, origin);
    await actWithCode(context, { caller, shown, origin }, ({ accounts }) => accounts.removeTotp(userId, row));
    return { mfa: false };
  },
});
