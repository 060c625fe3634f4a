import { ApiError } from '@latchkey/errors';
import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../../access/account-access.ts';
import { tokenFields } from '../../../../access/person-access.ts';
import type { UserApiContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';
import { confirmPassword } from '../../../../password/confirm-password.ts';
import { logEvent, logFailure } from '../../../../request-log/log-event.ts';
import { originOf } from '../../../../request-log/request-log.ts';
import { confirmTotp } from '../../../../totp/check-code.ts';
import { factorErrors, factorFields } from './factor-fields.ts';

/** Source: contract part 2 "Settled details". */
export const totpConfirm = defineRoute({
  path: '/account/me/totp/confirm',
  summary: 'Turns one-time codes on with the first code of the new secret',
  family: 'account',
  access: accountAccess,
  input: { properties: { ...tokenFields, ...factorFields }, required: ['auth.code'] },
  output: { properties: { mfa: { type: 'boolean' } }, required: ['mfa'] },
  errors: [...factorErrors, errors.totpNotBegun, errors.stateConflict],
  async handle(context: UserApiContext, input, { account }, request) {
    const origin = originOf(request);
    if (account.totpPending === null) throw new ApiError(errors.totpNotBegun);
    await confirmPassword(context, account, input, origin);
    const check = { event: 'account.totp_check', method: 'totp', userId: account.id } as const;
    await logFailure(context, check, origin, () => confirmTotp(context, account, input['auth.code']));
    await logEvent(context, { event: 'totp.confirm', userId: account.id }, origin);
    return { mfa: true };
  },
});
