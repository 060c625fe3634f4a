import type { OwnerScope } from '../../client/client.ts';
import { ownerScopeOf } from '../../client/owner-scope.ts';
import type { Caller } from '../../session/session.ts';

/** The parts of a search that shows what belongs to clients of the caller. */
export const byOwner = {
  scopeOf: (caller: Caller) => ownerScopeOf(caller),
  bindScope: (scope: OwnerScope) => ({ owners: scope.all ? 'all' : scope.ownerIds.join(' ') }),
};
