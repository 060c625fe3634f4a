import type { PersonScope } from '../../../request-log/request-log.ts';
import type { Caller } from '../../../session/session.ts';

/** The parts of a search that shows what is the caller's; with a member token, of that what is of its org. */
export const byPerson = {
  scopeOf: ({ account, member }: Caller) => ({
    all: false as const,
    userId: account.id,
    orgId: member?.orgId ?? null,
  }),
  bindScope: ({ userId: user, orgId: org }: Exclude<PersonScope, { all: true }>) => ({ user, org }),
};
