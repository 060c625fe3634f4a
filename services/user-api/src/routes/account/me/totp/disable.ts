import { ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../../access/account-access.ts';
import { tokenFields } from '../../../../access/person-access.ts';
import type { UserApiContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';
import { confirmPassword } from '../../../../password/confirm-password.ts';
import { createEntry } from '../../../../request-log/log-event.ts';
import { originOf } from '../../../../request-log/request-log.ts';
import { spendOneTimeCode } from '../../../../totp/check-code.ts';
import { factorErrors, factorFields } from './confirm.ts';

/** Source: contract part 2 "Settled details". */
export const totpDisable = defineRoute({
  path: '/account/me/totp/disable',
  summary: 'Turns one-time codes off',
  family: 'account',
  access: accountAccess,
  input: { properties: { ...tokenFields, ...factorFields }, required: ['auth.code'] },
  output: { properties: { mfa: { type: 'boolean' } }, required: ['mfa'] },
  errors: [...factorErrors, errors.totpOff],
  async handle(context: UserApiContext, input, caller, request) {
    const { account } = caller;
    const origin = originOf(request);
    if (account.totpSecret === null) throw new ApiError(errors.totpOff);
    await confirmPassword(context, caller, input, origin);
    const { id: userId } = account;
    await spendOneTimeCode(context, caller, input['auth.code'], origin);
    const row = createEntry(context, { event: 'totp.disable', userId }, origin);
    if (!(await context.accounts.removeTotp(userId, row))) throw new ApiError(errors.totpOff);
    return { mfa: false };
  },
});
