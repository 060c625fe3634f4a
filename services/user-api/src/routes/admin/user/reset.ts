import { ApiError } from '@latchkey/contracts';
import { defineRoute } from '@latchkey/http-server';
import { operatorAccess } from '../../../access/operator-access.ts';
import { findManageable } from '../../../accounts/find-manageable.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { createEntry } from '../../../request-log/log-event.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { changeAsOperator } from '../../../sessions/end-sessions.ts';
import { actFreshly, freshErrors, freshFields } from '../../../signing-in/act-freshly.ts';
import { clearAccountBudget } from '../../../signing-in/attempt/counters.ts';
import { shareOfAccount } from '../../../signing-in/attempt/place.ts';
import { createFirstPassword } from '../../../signing-in/password/first-password.ts';
import { clearCodeBudgets } from '../../../signing-in/totp/check-code.ts';

/** Source: contract part 2 "Also needed to be usable". */
export const adminUserResetTotp = defineRoute({
  path: '/admin/user/reset_totp',
  summary: 'Turns off the one-time codes of an account',
  access: operatorAccess,
  input: { properties: { ...freshFields, user_id: { type: 'string' } }, required: ['user_id'] },
  output: { properties: { mfa: { type: 'boolean' } } },
  errors: [errors.notFound, errors.totpOff, ...freshErrors],
  async handle(context: UserApiContext, { user_id: userId, ...shown }, caller, request) {
    const account = await findManageable(context.accounts, caller.account, userId);
    const change = { userId: account.id, actorId: caller.account.id };
    if (account.totpSecret === null) throw new ApiError(errors.totpOff);
    const origin = originOf(request);
    const row = createEntry(context, { event: 'admin.user.reset_totp', ...change }, origin);
    const fresh = { caller, shown, origin };
    const isOff = await actFreshly(context, fresh, ({ accounts }) => accounts.removeTotp(account.id, row));
    if (!isOff) throw new ApiError(errors.totpOff);
    await clearCodeBudgets(context, account.id);
    return { mfa: false };
  },
});

/** Source: contract part 2 "Passkeys". */
export const adminUserResetPasskeys = defineRoute({
  path: '/admin/user/reset_passkeys',
  summary: 'Removes all passkeys of an account; what they opened stays',
  access: operatorAccess,
  input: { properties: { ...freshFields, user_id: { type: 'string' } }, required: ['user_id'] },
  output: { properties: { removed: { type: 'boolean' } } },
  errors: [errors.notFound, errors.passkeysNone, ...freshErrors],
  async handle(context: UserApiContext, { user_id: userId, ...shown }, caller, request) {
    const account = await findManageable(context.accounts, caller.account, userId);
    const change = { userId: account.id, actorId: caller.account.id };
    const origin = originOf(request);
    const row = createEntry(context, { event: 'admin.user.reset_passkeys', ...change }, origin);
    const fresh = { caller, shown, origin };
    const isAny = await actFreshly(context, fresh, ({ passkeys }) => passkeys.removeAll(account.id, row));
    if (!isAny) throw new ApiError(errors.passkeysNone);
    return { removed: true };
  },
});

/** Source: contract part 2 "Also needed to be usable". */
export const adminUserResetPassword = defineRoute({
  path: '/admin/user/reset_password',
  summary:
    'Gives an account a random password, shown once, which must be changed within 7 days; its sign-ins end',
  access: operatorAccess,
  input: {
    properties: {
      ...freshFields,
      user_id: { type: 'string' },
      keep_passkeys: { type: 'boolean', description: 'Whether the passkeys of the account stay' },
    },
    required: ['user_id'],
  },
  output: { properties: { password: { type: 'string' }, ended: { type: 'integer' } } },
  errors: [errors.notFound, errors.statusConflict, ...freshErrors],
  async handle(context: UserApiContext, input, caller, request) {
    const account = await findManageable(context.accounts, caller.account, input.user_id);
    if (account.status === 'invited') throw new ApiError(errors.accountInvited, { field: 'user_id' });
    const { password, until: firstUntil } = createFirstPassword(context);
    const hash = await context.passwords.by([shareOfAccount(caller.account)]).hash(password);
    const { id: userId } = account;
    const what = { event: 'admin.user.reset_password', userId, actorId: caller.account.id } as const;
    const origin = originOf(request);
    const fresh = { caller, shown: input, origin };
    const endsPasskeys = input.keep_passkeys
      ? undefined
      : createEntry(context, { ...what, event: 'admin.user.reset_passkeys' }, origin);
    const ended = await changeAsOperator(context, what, origin, (voiding) =>
      actFreshly(context, fresh, ({ accounts }) =>
        accounts.setPassword(userId, { hash, firstUntil, endsPasskeys, ...voiding }),
      ),
    );
    if (ended === undefined) throw new ApiError(errors.notFound, { field: 'user_id' });
    await clearAccountBudget(context, account);
    return { password, ended };
  },
});
