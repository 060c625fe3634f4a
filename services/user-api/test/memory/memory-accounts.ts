import type { Account, AccountStore, Membership } from '../../src/account/account.ts';

export interface MemoryAccounts extends AccountStore {
  add(account: Account, memberships?: readonly Membership[]): void;
  nameOrg(orgId: string, slug: string): void;
  setMemberships(userId: string, memberships: readonly Membership[]): void;
}

/** The memory twin of the account store. */
export function createMemoryAccounts(): MemoryAccounts {
  const accounts = new Map<string, Account>();
  const memberships = new Map<string, Membership[]>();
  const slugs = new Map<string, string>();
  const lastSteps = new Map<string, number>();
  function change(
    userId: string,
    isMeant: (account: Account) => boolean,
    to: Partial<Account>,
  ): Promise<boolean> {
    const account = accounts.get(userId);
    if (account === undefined || !isMeant(account)) return Promise.resolve(false);
    accounts.set(userId, { ...account, ...to });
    return Promise.resolve(true);
  }

  return {
    add(account, ofUser = []) {
      accounts.set(account.id, account);
      memberships.set(account.id, [...ofUser]);
    },
    create(account, _at, member) {
      if ([...accounts.values()].some(({ email }) => email === account.email)) return Promise.resolve(false);
      accounts.set(account.id, account);
      const { orgId = '' } = member ?? {};
      memberships.set(account.id, member ? [{ orgId, orgSlug: slugs.get(orgId) ?? '', role: 'member' }] : []);
      return Promise.resolve(true);
    },
    nameOrg: (orgId, slug) => void slugs.set(orgId, slug),
    setMemberships: (userId, ofUser) => void memberships.set(userId, [...ofUser]),
    findById: (userId) => Promise.resolve(accounts.get(userId.toLowerCase())),
    findByEmail: (email) => Promise.resolve([...accounts.values()].find((one) => one.email === email)),
    listMemberships: (userId) => Promise.resolve(memberships.get(userId) ?? []),
    spendTotpStep(userId, step) {
      if (!accounts.has(userId) || (lastSteps.get(userId) ?? -1) >= step) return Promise.resolve(false);
      lastSteps.set(userId, step);
      return Promise.resolve(true);
    },
    async replacePasswordHash(userId, oldHash, newHash) {
      await change(userId, ({ passwordHash }) => passwordHash === oldHash, { passwordHash: newHash });
    },
    setPassword: (userId, { hash, validAfter, by }) =>
      change(userId, ({ passwordHash }) => by === undefined || passwordHash === by.oldHash, {
        passwordHash: hash,
        tokensValidAfter: validAfter,
        keptSessionId: by?.keptSessionId ?? null,
      }),
    beginTotp: (userId, totpPending) =>
      change(userId, ({ totpSecret }) => totpSecret === null, { totpPending }),
    confirmTotp(userId, sealed, step) {
      const isWaiting = (account: Account) => account.totpSecret === null && account.totpPending === sealed;
      if ([accounts.get(userId)].some((account) => account && isWaiting(account)))
        lastSteps.set(userId, step);
      return change(userId, isWaiting, { totpSecret: sealed, totpPending: null });
    },
    removeTotp: (userId) =>
      change(userId, ({ totpSecret }) => totpSecret !== null, { totpSecret: null, totpPending: null }),
    setStatus: (userId, status, tokensValidAfter) =>
      change(userId, (account) => account.status !== 'deleted' && account.status !== status, {
        status,
        tokensValidAfter,
        keptSessionId: null,
      }),
  };
}
