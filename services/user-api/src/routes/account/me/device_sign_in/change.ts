import { accountCalls, ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../../access/account-access.ts';
import type { UserApiContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';
import { confirmUnlessRecent, recentPassword } from '../../../../password/confirm-password.ts';
import { passwordField } from '../../../../password/passwords.ts';
import { createEntry } from '../../../../request-log/log-event.ts';
import { originOf } from '../../../../request-log/request-log.ts';

const deviceSignIn = { type: 'string', enum: ['on', 'off'] } as const;

/** Source: contract part 2 "Guarded routes". */
export const deviceSignInChange = defineRoute({
  ...accountCalls.changeDeviceSignIn,
  summary: 'Lets devices and apps be approved for the account, or not',
  access: accountAccess,
  input: {
    properties: {
      'auth.pass': { ...passwordField, description: recentPassword },
      device_sign_in: deviceSignIn,
    },
    required: ['device_sign_in'],
  },
  errors: [errors.fieldMissing, errors.credentialsInvalid, errors.throttled, errors.stateConflict],
  async handle(context: UserApiContext, input, caller, request) {
    const { account } = caller;
    const origin = originOf(request);
    const { device_sign_in: wanted } = input;
    await confirmUnlessRecent(context, caller, input, origin);
    const row = createEntry(context, { event: `device_sign_in.${wanted}`, userId: account.id }, origin);
    const isChanged = await context.accounts.setDeviceSignIn(account, wanted === 'on', row);
    if (!isChanged) throw new ApiError(errors.stateConflict);
    return { device_sign_in: wanted };
  },
});
