import { accountCalls, ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../access/account-access.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { createEntry } from '../../../request-log/log-event.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { actWithCode, codeErrors, codeFields } from '../../../signing-in/act-with-code.ts';
import { confirmUnlessRecent, recentPassword } from '../../../signing-in/password/confirm-password.ts';
import { passwordField } from '../../../signing-in/password/passwords.ts';
import { confirmTotp } from '../../../signing-in/totp/check-code.ts';
import { replaceRecoveryCodes } from '../../../signing-in/totp/replace-recovery-codes.ts';
import { createTotpSecret, otpauthUrl } from '../../../signing-in/totp/totp.ts';

/** Source: contract part 2 "Recovery codes". */
export const totpBegin = defineRoute({
  ...accountCalls.beginTotp,
  summary: 'Makes a TOTP secret, which /account/me/totp/confirm puts in force',
  access: accountAccess,
  input: { properties: codeFields },
  errors: codeErrors,
  async handle(context: UserApiContext, shown, caller, request) {
    const { id, email, totpSecret } = caller.account;
    const secret = createTotpSecret((size) => context.randomBytes(size));
    const sealed = context.secrets.seal(secret, id);
    if (totpSecret !== null) {
      const fresh = { caller, shown, origin: originOf(request) };
      await actWithCode(context, fresh, ({ accounts }) => accounts.beginTotp(id, sealed, true));
    } else if (!(await context.accounts.beginTotp(id, sealed, false)))
      throw new ApiError(errors.stateConflict);
    return { secret, otpauth_url: otpauthUrl(secret, email, context.theme.name) };
  },
});

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

/** Source: contract part 2 "Recovery codes". */
export const recoveryCodesReplace = defineRoute({
  ...accountCalls.replaceRecoveryCodes,
  summary: 'Makes ten recovery codes in place of all before',
  access: accountAccess,
  input: { properties: codeFields, required: ['auth.code'] },
  errors: codeErrors,
  async handle(context: UserApiContext, shown, caller, request) {
    const { id: userId } = caller.account;
    const origin = originOf(request);
    const row = createEntry(context, { event: 'recovery_codes.replaced', userId }, origin);
    const codes = await actWithCode(context, { caller, shown, origin }, ({ accounts }) =>
      replaceRecoveryCodes({ ...context, accounts }, userId, row),
    );
    return { recovery_codes: codes };
  },
});
