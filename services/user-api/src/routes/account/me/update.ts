import { ApiError, ownAccountCalls } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { accountAccess } from '../../../access/account-access.ts';
import { localeField } from '../../../account/locale.ts';
import { nameField } from '../../../account/name.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { createEntry } from '../../../request-log/log-event.ts';
import { originOf } from '../../../request-log/request-log.ts';

/** Source: contract part 2 "Own data". */
export const accountUpdate = defineRoute({
  ...ownAccountCalls.update,
  summary: 'Changes the name of the account, and the language of its mails',
  access: accountAccess,
  input: { properties: { name: nameField, locale: localeField } },
  errors: [errors.nothingToChange, errors.stateConflict],
  async handle(context: UserApiContext, { name, locale }, { account }, request) {
    if (name === undefined && locale === undefined) throw new ApiError(errors.nothingToChange);
    const row = createEntry(context, { event: 'account.update', userId: account.id }, originOf(request));
    const isChanged = await context.ownAccounts.update(account.id, { name, locale }, row);
    if (!isChanged) throw new ApiError(errors.stateConflict);
    return { name: name ?? account.name, locale: locale ?? account.locale };
  },
});
