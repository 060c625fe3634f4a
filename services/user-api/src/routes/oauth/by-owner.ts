import type { OwnerScope } from '../../client/client.ts';
import { findOwnerScope } from '../../client/owner-scope.ts';
import type { UserApiContext } from '../../context.ts';
import type { Caller } from '../../session/session.ts';

/** The parts of a search that shows what belongs to clients of the caller. */
export const byOwner = {
  findScope: ({ accounts }: UserApiContext, caller: Caller) => findOwnerScope(accounts, caller),
  bindScope: (scope: OwnerScope) => ({ owners: scope.all ? 'all' : scope.ownerIds.join(' ') }),
};
