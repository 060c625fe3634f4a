import { ApiError, isUuid } from '@latchkey/contracts';
import { defineRoute, texts, type RequestInfo } from '@latchkey/http-server';
import { operatorAccess } from '../../../access/operator-access.ts';
import type { Account } from '../../../accounts/account.ts';
import { findManageable } from '../../../accounts/find-manageable.ts';
import type { UserApiContext } from '../../../context.ts';
import { errors } from '../../../errors.ts';
import { originOf } from '../../../request-log/request-log.ts';
import { changeAsOperator } from '../../../sessions/end-sessions.ts';
import type { Caller } from '../../../sessions/session.ts';
import { actFreshly, freshErrors, freshFields, type ShownAgain } from '../../../signing-in/act-freshly.ts';
import { clearAccountBudget } from '../../../signing-in/attempt/counters.ts';
import { accountProperties } from '../user.ts';

/** What the routes that give an account a status have in common. */
const statusRoute = {
  family: 'admin',
  access: operatorAccess,
  input: { properties: { user_id: { type: 'string' } }, required: ['user_id'] },
  errors: [errors.notFound, errors.statusConflict],
} as const;

const statusFields = { status: { type: 'string' }, ended: { type: 'integer' } } as const;

/**
 * Gives an account a status; its older tokens are void. To enable it needs a fresh code. Answers how many sign-ins ended.
 * Throws not_found, forbidden, state_conflict, what a fresh code throws.
 */
async function setStatus(
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

/** The first page of an account's own clients. */
const plan = { kind: 'offset', limit: 100, offset: 0, binding: '' } as const;

/** Source: contract part 2 "Also needed to be usable". */
export const adminUserDisable = defineRoute({
  ...statusRoute,
  path: '/admin/user/disable',
  summary: 'Disables an account; its sign-ins end, its tokens are void, its own clients are inactive',
  output: {
    properties: {
      ...statusFields,
      client_ids: { ...texts, description: 'Its own clients that are not archived, the newest 100' },
      client_count: { type: 'integer', description: 'How many there are' },
    },
  },
  async handle(context: UserApiContext, { user_id: userId }, caller, request) {
    // First: when this fails, nothing has changed.
    const own = { all: false, ownerIds: isUuid(userId) ? [userId] : [] } as const;
    const { items, totalCount } = await context.clients.search(own, { archived: false }, plan);
    const { ended } = await setStatus(context, caller, { userId, move: 'disable' }, request);
    const clientIds = items.map(({ clientId }) => clientId);
    return { status: 'disabled', ended, client_ids: clientIds, client_count: totalCount };
  },
});

/** Source: contract part 2 "Also needed to be usable". */
export const adminUserEnable = defineRoute({
  ...statusRoute,
  path: '/admin/user/enable',
  summary: 'Enables a disabled account; its older sign-ins and tokens stay void',
  input: { properties: { ...freshFields, user_id: { type: 'string' } }, required: ['user_id'] },
  output: { properties: statusFields },
  errors: [...statusRoute.errors, ...freshErrors],
  async handle(context: UserApiContext, { user_id: userId, ...shown }, caller, request) {
    const { account, ended } = await setStatus(context, caller, { userId, move: 'enable', shown }, request);
    await clearAccountBudget(context, account);
    return { status: 'active', ended };
  },
});

const { kind: kindField } = accountProperties;

/** Source: contract part 2 "Also needed to be usable". */
export const adminUserSetKind = defineRoute({
  path: '/admin/user/set_kind',
  summary: 'Makes an account an operator, or takes that power away; only a root may. Its sign-ins end',
  access: operatorAccess,
  input: {
    properties: { ...freshFields, user_id: { type: 'string' }, kind: kindField },
    required: ['user_id', 'kind'],
  },
  output: { properties: { kind: kindField, ended: { type: 'integer' } } },
  errors: [errors.notFound, errors.addressUnverified, errors.statusConflict, ...freshErrors],
  async handle(context: UserApiContext, { user_id, kind, ...shown }, caller, request) {
    const { account: operator } = caller;
    if (operator.kind !== 'root') throw new ApiError(errors.forbidden);
    const account = await findManageable(context.accounts, operator, user_id);
    if (account.emailVerifiedAt === null) throw new ApiError(errors.addressUnverified, { field: 'user_id' });
    const { id: userId } = account;
    const what = { event: 'admin.user.set_kind', userId, actorId: operator.id } as const;
    const origin = originOf(request);
    const ended = await changeAsOperator(context, what, origin, (voiding) =>
      actFreshly(context, { caller, shown, origin }, ({ accounts }) =>
        accounts.setKind(userId, { kind, ...voiding }),
      ),
    );
    if (ended === undefined) {
      const message = `The account is of the kind ${kind} already, or is not active`;
      throw new ApiError({ ...errors.statusConflict, message }, { field: 'user_id' });
    }
    return { kind, ended };
  },
});
