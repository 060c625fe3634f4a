import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../../access/account-access.ts';
import { tokenFields } from '../../../../access/person-access.ts';
import type { UserApiContext } from '../../../../context.ts';
import { actWithCode, codeErrors, codeFields } from '../../../../fresh-code/act-with-code.ts';
import { createEntry } from '../../../../request-log/log-event.ts';
import { originOf } from '../../../../request-log/request-log.ts';
import { replaceRecoveryCodes } from '../../../../totp/replace-recovery-codes.ts';

export const recoveryCodesSchema = {
  type: 'array',
  items: { type: 'string' },
  description: 'Ten recovery codes, shown once',
  examples: [['7KQ2M-X4R9T']],
} as const;

/** Source: contract part 2 "Recovery codes". */
export const recoveryCodesReplace = defineRoute({
  path: '/account/me/recovery_codes/replace',
  summary: 'Makes ten recovery codes in place of all before',
  family: 'account',
  access: accountAccess,
  input: { properties: { ...tokenFields, ...codeFields }, required: ['auth.code'] },
  output: { properties: { recovery_codes: recoveryCodesSchema } },
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
