import { accountCalls } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../../access/account-access.ts';
import type { UserApiContext } from '../../../../context.ts';
import { actWithCode, codeErrors, codeFields } from '../../../../fresh-code/act-with-code.ts';
import { createEntry } from '../../../../request-log/log-event.ts';
import { originOf } from '../../../../request-log/request-log.ts';
import { replaceRecoveryCodes } from '../../../../totp/replace-recovery-codes.ts';

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
