import { ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../../access/account-access.ts';
import { tokenFields } from '../../../../access/person-access.ts';
import type { UserApiContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';
import { confirmPassword } from '../../../../password/confirm-password.ts';
import { passwordField } from '../../../../password/passwords.ts';
import { createEntry } from '../../../../request-log/log-event.ts';
import { originOf } from '../../../../request-log/request-log.ts';
import { confirmTotp } from '../../../../totp/check-code.ts';

/** What a caller shows again before a factor changes. */
export const factorFields = {
  'auth.pass': { ...passwordField, description: 'Current password' },
  'auth.code': { type: 'string', minLength: 1, description: 'One-time code' },
} as const;

export const factorErrors = [errors.fieldMissing, errors.credentialsInvalid, errors.throttled];

/** Source: contract part 2 "Settled details". */
export const totpConfirm = defineRoute({
  path: '/account/me/totp/confirm',
  summary: 'Turns one-time codes on with the first code of the new secret',
  family: 'account',
  access: accountAccess,
  input: { properties: { ...tokenFields, ...factorFields }, required: ['auth.code'] },
  output: { properties: { mfa: { type: 'boolean' } }, required: ['mfa'] },
  errors: [...factorErrors, errors.totpNotBegun, errors.stateConflict],
  async handle(context: UserApiContext, input, caller, request) {
    const { account } = caller;
    const origin = originOf(request);
    if (account.totpPending === null) throw new ApiError(errors.totpNotBegun);
    await confirmPassword(context, caller, input, origin);
    const { id: userId } = account;
    const row = createEntry(context, { event: 'totp.confirm', userId }, origin);
    await confirmTotp(context, caller, input['auth.code'], { row, origin });
    return { mfa: true };
  },
});
