import { ApiError } from '@latchkey/contracts';
import type { RequestInfo } from '@latchkey/http-server';
import { operatorAccess } from '../../../access/operator-access.ts';
import type { Account } from '../../../account/account.ts';
import { findManageable } from '../../../account/find-manageable.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { actFreshly, type ShownAgain } from '../../../fresh-code/act-freshly.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { changeAsOperator } from '../../../session/end-sessions.ts';
import type { Caller } from '../../../session/session.ts';

/** What the routes that give an account a status have in common. */
export const statusRoute = {
  family: 'admin',
  access: operatorAccess,
  input: { properties: { user_id: { type: 'string' } }, required: ['user_id'] },
  errors: [errors.notFound, errors.statusConflict],
} as const;

export const statusFields = { status: { type: 'string' }, ended: { type: 'integer' } } as const;

/**
 * Gives an account a status; its older tokens are void. To enable it needs a fresh code. Answers how many sign-ins ended.
 * Throws not_found, forbidden, state_conflict, what a fresh code throws.
 */
export async function setStatus(
  context: UserApiContext,
  caller: Caller,
  {
    userId,
    move,
    shown = {},
  }: { readonly userId: string; readonly move: 'disable' | 'enable'; readonly shown?: ShownAgain },
  request: RequestInfo,
): Promise<{ account: Account; ended: number }> {
  const { account: operator } = caller;
  const account = await findManageable(context.accounts, operator, userId);
  const { id } = account;
  const what = { event: `admin.user.${move}`, userId: id, actorId: operator.id } as const;
  const status = move === 'disable' ? 'disabled' : 'active';
  const origin = originOf(request);
  const fresh = move === 'enable' && { caller, shown, origin };
  const ended = await changeAsOperator(context, what, origin, (voiding) =>
    actFreshly(context, fresh, ({ accounts }) => accounts.setStatus(id, { status, ...voiding })),
  );
  if (ended === undefined) {
    const message = `The status of the account does not let it be ${move}d`;
    throw new ApiError({ ...errors.statusConflict, message }, { field: 'user_id' });
  }
  return { account, ended };
}
