import { accountCalls, ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../../access/account-access.ts';
import type { UserApiContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';
import { confirmUnlessRecent, recentPassword } from '../../../../password/confirm-password.ts';
import { passwordField } from '../../../../password/passwords.ts';
import { createEntry } from '../../../../request-log/log-event.ts';
import { originOf } from '../../../../request-log/request-log.ts';
import { confirmTotp } from '../../../../totp/check-code.ts';

/** Source: contract part 2 "Recovery codes". */
export const totpConfirm = defineRoute({
  ...accountCalls.confirmTotp,
  summary: 'Puts a new TOTP secret in force with its first code, and makes ten recovery codes',
  access: accountAccess,
  input: {
    properties: {
      'auth.pass': { ...passwordField, description: recentPassword },
      'auth.code': { type: 'string', minLength: 1, description: 'A one-time code of the new secret' },
    },
    required: ['auth.code'],
  },
  errors: [
    errors.fieldMissing,
    errors.credentialsInvalid,
    errors.throttled,
    errors.totpNotBegun,
    errors.stateConflict,
  ],
  async handle(context: UserApiContext, input, caller, request) {
    const { account } = caller;
    const origin = originOf(request);
    if (account.totpPending === null) throw new ApiError(errors.totpNotBegun);
    await confirmUnlessRecent(context, caller, input, origin);
    const { id: userId } = account;
    const row = createEntry(context, { event: 'totp.confirm', userId }, origin);
    const codes = await confirmTotp(context, caller, input['auth.code'], { row, origin });
    return { mfa: true, recovery_codes: codes };
  },
});
