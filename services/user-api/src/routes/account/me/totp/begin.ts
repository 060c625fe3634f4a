import { accountCalls, ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../../access/account-access.ts';
import type { UserApiContext } from '../../../../context.ts';
import { errors } from '../../../../errors.ts';
import { actWithCode, codeErrors, codeFields } from '../../../../fresh-code/act-with-code.ts';
import { originOf } from '../../../../request-log/request-log.ts';
import { createTotpSecret, otpauthUrl } from '../../../../totp/totp.ts';

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
    return { secret, otpauth_url: otpauthUrl(secret, email) };
  },
});
